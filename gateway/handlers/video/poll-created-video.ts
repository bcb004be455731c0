import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { poll } from '../jobs/poll.ts';
import { checkClaimable } from './claimable.ts';
import { videos } from './job.ts';

/** Fetches a video job that was ordered by a list of contents; others have a signed URL of their own. */
export function pollCreatedVideo(tools: Tools): Handlers['poll-created-video'] {
  return (call) =>
    poll(tools, videos, call, async (job) => {
      checkClaimable(tools, job);
      if (job.data.pollUrl.includes('?')) throw new Problem('job-not-found');
    });
}
