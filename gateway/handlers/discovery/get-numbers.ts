import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { modelsOn } from '../text/models-on.ts';

/** Returns how many models and operations the host has. */
export function getNumbers(): Handlers['get-numbers'] {
  return ({ host }) => ({
    status: 200,
    body: {
      text_models: modelsOn(host).length,
      image_models: imageModelsEntries.length,
      operations: host.routes.length,
    },
  });
}
