import type { UpstreamContext } from '../../upstream/context.ts';
import type { JobProgress } from '../../upstream/port.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Milliseconds between two checks of a job. */
const pauses = { longest: 1000, overdue: 250 };

/**
 * Waits for an image within the inline window, and returns its progress.
 *
 * A job that is expected to end after the window is not waited for.
 */
export async function waitInline(
  { upstream, services }: HandlerContext,
  started: { readonly ticket: string; readonly progress: JobProgress },
  upstreamContext: UpstreamContext,
  window: number,
): Promise<JobProgress> {
  const deadline = upstreamContext.now + window * 1000;
  let { progress } = started;
  while ((progress.state === 'queued' || progress.state === 'in_progress') && progress.expectedAt <= deadline) {
    const now = services.clock.now();
    if (now >= deadline) break;
    const left = progress.expectedAt - now;
    await pause(Math.min(left > 0 ? left : pauses.overdue, pauses.longest, deadline - now));
    progress = await upstream.checkJob(started.ticket, { ...upstreamContext, now: services.clock.now() });
  }
  return progress;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
