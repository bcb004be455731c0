import type { Handlers } from '#generated/handlers.ts';
import { poll } from '../jobs/poll.ts';
import type { HandlerContext } from '../shared/context.ts';
import { images } from './job.ts';

/** Fetches an image job for the wallet or account that ordered it. */
export function pollImage(context: HandlerContext): Handlers['poll-image'] {
  return (call) => poll(context, images, call);
}
