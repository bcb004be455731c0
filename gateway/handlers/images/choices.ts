import type { HostDefinition } from '@tollwright/runtime/operation';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { forEachModel, tellingKeys, withConditions, withRoute } from '../telling.ts';

const operation = 'generate-image';

const sizes = Object.fromEntries(
  imageModelsEntries.map(({ id, rates, unnamed_rates }) => [
    id,
    `${id} has the sizes ${Object.keys({ ...rates, ...unnamed_rates }).join(', ')}`,
  ]),
);

/** Makes a host tell callers who ask for images wrongly what there is: every model, or every size of the model. */
export function tellingChoices(host: HostDefinition): HostDefinition {
  return withRoute(host, operation, (route) =>
    withConditions(tellingKeys(route, `${operation}.model.catalog`, Object.keys(sizes)), (condition) =>
      condition.id === `${operation}.size-offered` ? forEachModel(condition, sizes) : [condition],
    ),
  );
}
