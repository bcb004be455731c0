import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { poll } from '../jobs/poll.ts';
import { images } from './job.ts';

/** Fetches an image job for the wallet or account that ordered it. */
export function pollImage(context: HandlerContext): Handlers['poll-image'] {
  return (call) => poll(context, images, call);
}
