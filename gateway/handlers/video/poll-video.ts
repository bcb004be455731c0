import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { poll } from '../jobs/poll.ts';
import type { HandlerContext } from '../shared/context.ts';
import { secretOf } from '../shared/secret.ts';
import { checkClaimable } from './claimable.ts';
import { pollSecret } from './generate-video.ts';
import { videos } from './job.ts';
import { isSigned } from './poll-url.ts';

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
