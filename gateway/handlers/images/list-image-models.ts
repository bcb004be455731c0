import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { videoModelList } from '../video/model-list.ts';

/**
 * Lists the image models with their sizes and the catalog rate of each, in USD before margin and fee.
 *
 * On the account host it is the catalog of videos as well.
 */
export function listImageModels(): Handlers['list-image-models'] {
  const images = imageModelsEntries.map(({ id, label, slow, rates, unnamed_rates }) => {
    const offered = { ...rates, ...unnamed_rates };
    return { id, name: label, sizes: Object.keys(offered), rates: offered, currency: 'USD', always_async: slow };
  });
  return ({ host }) => {
    const data = host.auth === 'bearer' ? [...images, ...videoModelList(host)] : images;
    return { status: 200, body: { object: 'list', data } };
  };
}
