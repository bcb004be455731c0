import { type BackgroundResponseEvent, backgroundResponse } from '#generated/machines/background-response.ts';
import type { UpstreamContext } from '../../../upstream/context.ts';
import type { ChatPiece, ChatProgress } from '../../../upstream/port.ts';
import type { HandlerContext } from '../../shared/context.ts';
import type { BackgroundJob } from './job.ts';

/** A background response in its current state; `pieces` are present once it has completed. */
export interface Advanced {
  readonly job: BackgroundJob;
  readonly pieces?: readonly ChatPiece[];
}

/** Checks a response at the upstream and moves it to its next state by its machine. */
export async function advance(
  context: HandlerContext,
  job: BackgroundJob,
  upstreamContext: UpstreamContext,
): Promise<Advanced> {
  if (job.state === 'failed' || job.state === 'cancelled') return { job };
  const progress = await context.upstream.checkChat(job.data.ticket, upstreamContext);
  const error = progress.state === 'failed' ? progress.reason : undefined;
  const moved = await happen(context, job, happenings(progress), error);
  return { job: moved, ...(progress.state === 'finished' && { pieces: progress.pieces }) };
}

/** Applies events to a response; those that its machine does not expect change nothing. */
export async function happen(
  { services }: HandlerContext,
  job: BackgroundJob,
  events: readonly BackgroundResponseEvent[],
  error?: string,
): Promise<BackgroundJob> {
  let { state } = job;
  let releases = false;
  for (const event of events) {
    const step = backgroundResponse.step(state, event, {});
    if (!step.ok) continue;
    state = step.state;
    releases ||= step.effects.includes('release');
  }
  if (state === job.state) return job;
  const data = { ...job.data, ...(error !== undefined && { error }) };
  await services.store.jobs.move(job.id, [job.state], state, data);
  // What has settled is owed to the same request.
  if (releases) await services.payments.release(job.claim);
  return { ...job, state, data };
}

function happenings({ state }: ChatProgress): readonly BackgroundResponseEvent[] {
  if (state === 'queued') return [];
  if (state === 'failed') return ['upstream.failed'];
  return state === 'finished' ? ['upstream.started', 'upstream.finished'] : ['upstream.started'];
}
