import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { createVideo } from './create-video.ts';
import { generateVideo } from './generate-video.ts';
import { listVideoModels } from './list-video-models.ts';
import { pollCreatedVideo } from './poll-created-video.ts';
import { pollVideo } from './poll-video.ts';

type VideoOperations = 'create-video' | 'generate-video' | 'list-video-models' | 'poll-created-video' | 'poll-video';

/** Handlers of videos and their catalog. */
export function videoHandlers(tools: Tools): Pick<Handlers, VideoOperations> {
  return {
    'create-video': createVideo(tools),
    'generate-video': generateVideo(tools),
    'list-video-models': listVideoModels(),
    'poll-created-video': pollCreatedVideo(tools),
    'poll-video': pollVideo(tools),
  };
}
