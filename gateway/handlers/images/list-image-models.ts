import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import type { Handlers } from '#generated/handlers.ts';

/** Lists the image models with their sizes and the catalog rate of each, in USD before margin and fee. */
export function listImageModels(): Handlers['list-image-models'] {
  const data = imageModelsEntries.map(({ id, label, slow, rates, unnamed_rates }) => {
    const offered = { ...rates, ...unnamed_rates };
    return { id, name: label, sizes: Object.keys(offered), rates: offered, currency: 'USD', always_async: slow };
  });
  return () => ({ status: 200, body: { object: 'list', data } });
}
