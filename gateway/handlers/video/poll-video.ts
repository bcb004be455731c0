import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { poll } from '../jobs/poll.ts';
import type { HandlerContext } from '../shared/context.ts';
import { secretOf } from '../shared/secret.ts';
import { isSigned, pollSecret } from './generate-video.ts';
import { type VideoJob, videos } from './job.ts';

/** Fetches a video job by the URL that was given out for it. */
export function pollVideo(context: HandlerContext): Handlers['poll-video'] {
  return (call) =>
    poll(context, videos, call, async (job) => {
      checkClaimable(context, job);
      const secret = await secretOf(context.services, pollSecret, job.createdAt);
      if (isSigned(job.id, job.data.ask, call.query, secret)) return;
      throw new Problem('poll-url-unsigned', {
        error: 'Invalid poll URL',
        message: 'Use the poll_url of the response that created the job, unchanged.',
      });
    });
}

/** Fetches a video job that `create-video` created; other jobs have a signed URL. */
export function pollCreatedVideo(context: HandlerContext): Handlers['poll-created-video'] {
  return (call) =>
    poll(context, videos, call, async (job) => {
      checkClaimable(context, job);
      if (job.data.pollUrl.includes('?')) throw new Problem('job-not-found');
    });
}

/** Milliseconds within which the result of a job can be claimed; a settled result stays. */
const claimable = 48 * 3600 * 1000;

/** Throws for a job whose result was not claimed in time. */
function checkClaimable({ services }: HandlerContext, { state, createdAt }: VideoJob): void {
  if (state === 'completed' || services.clock.now() - createdAt <= claimable) return;
  throw new Problem('job-not-found');
}
