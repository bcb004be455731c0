import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { createVideo, generateVideo } from './generate-video.ts';
import { listVideoModels } from './models.ts';
import { pollCreatedVideo, pollVideo } from './poll-video.ts';

type VideoOperations = 'create-video' | 'generate-video' | 'list-video-models' | 'poll-created-video' | 'poll-video';

/** Handlers of videos and their catalog. */
export function videoHandlers(context: HandlerContext): Pick<Handlers, VideoOperations> {
  return {
    'create-video': createVideo(context),
    'generate-video': generateVideo(context),
    'list-video-models': listVideoModels(),
    'poll-created-video': pollCreatedVideo(context),
    'poll-video': pollVideo(context),
  };
}
