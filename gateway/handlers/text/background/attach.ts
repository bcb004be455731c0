import { setTimeout } from 'node:timers/promises';
import type { StreamEvent } from '@tollwright/runtime/operation/handler';
import type { UpstreamContext } from '../../../upstream/context.ts';
import type { HandlerContext } from '../../shared/context.ts';
import { eventsOf } from '../formats/complete.ts';
import { type Advanced, advance } from './advance.ts';
import { type BackgroundJob, readBackground, responseOf } from './job.ts';

/** Milliseconds between two checks of a response with an open stream. */
const pause = 100;

/** The events of a background response from its first to its last, waiting for those to come. */
export async function* attach(
  context: HandlerContext,
  job: BackgroundJob,
  upstreamContext: UpstreamContext,
): AsyncGenerator<StreamEvent, void, undefined> {
  const response = responseOf(job);
  const { job: ended, pieces } = await end(context, job, upstreamContext);
  if (pieces) yield* eventsOf(response, each(pieces));
  else {
    yield* response.opening().slice(0, 1);
    yield response.ending(ended.state === 'failed' ? 'failed' : 'cancelled', ended.data.error);
  }
}

/** Waits for the end of a response, or for the caller to disconnect. */
async function end(context: HandlerContext, job: BackgroundJob, upstreamContext: UpstreamContext): Promise<Advanced> {
  let now = await advance(context, job, upstreamContext);
  while ((now.job.state === 'queued' || now.job.state === 'in_progress') && !upstreamContext.signal.aborted) {
    await setTimeout(pause);
    const { services } = context;
    const stored = readBackground(await services.store.jobs.find(job.id)) ?? now.job;
    now = await advance(context, stored, { ...upstreamContext, now: services.clock.now() });
  }
  return now;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}
