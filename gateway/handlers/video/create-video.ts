import type { Handlers } from '#generated/handlers.ts';
import { pollPath } from '../jobs/answers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { generationOf } from './content.ts';
import { orderVideo } from './generate-video.ts';

/** Generates a video from a list of contents, as `generate-video` does. */
export function createVideo(context: HandlerContext): Handlers['create-video'] {
  return (call) =>
    orderVideo(context, call, generationOf(call.request), async (_, { host }, { id }) =>
      pollPath(host, 'poll-created-video', id),
    );
}
