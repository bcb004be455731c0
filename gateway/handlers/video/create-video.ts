import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { pollPath } from '../jobs/answers.ts';
import { generationOf } from './content.ts';
import { orderVideo } from './generate-video.ts';

/** Generates a video from a list of contents, as `generate-video` does. */
export function createVideo(tools: Tools): Handlers['create-video'] {
  return (call) =>
    orderVideo(tools, call, generationOf(call.request), async (_, { host }, id) =>
      pollPath(host, 'poll-created-video', id),
    );
}
