import type { Handlers } from '#generated/handlers.ts';
import { videoModelList } from './model-list.ts';

/** Lists the video models with their options and rates. */
export function listVideoModels(): Handlers['list-video-models'] {
  return ({ host }) => ({ status: 200, body: { object: 'list', data: videoModelList(host) } });
}
