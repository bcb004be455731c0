import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { poll } from '../jobs/poll.ts';
import type { HandlerContext } from '../shared/context.ts';
import { checkClaimable } from './claimable.ts';
import { videos } from './job.ts';

/** Fetches a video job that `create-video` created; other jobs have a signed URL. */
export function pollCreatedVideo(context: HandlerContext): Handlers['poll-created-video'] {
  return (call) =>
    poll(context, videos, call, async (job) => {
      checkClaimable(context, job);
      if (job.data.pollUrl.includes('?')) throw new Problem('job-not-found');
    });
}
