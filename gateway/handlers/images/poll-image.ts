import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { poll } from '../jobs/poll.ts';
import { images } from './job.ts';

/** Fetches an image job for the wallet or account that ordered it. */
export function pollImage(tools: Tools): Handlers['poll-image'] {
  return (call) => poll(tools, images, call);
}
