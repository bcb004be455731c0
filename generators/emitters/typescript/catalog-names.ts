import { once } from '../../common/once.ts';
import type { Catalog, HostView, Model } from '../../model/types.ts';
import { camelCase, pascalCase } from './names.ts';
import { entitiesOf, type Variant, variantOn, variants } from './variants.ts';

/** The forms that a catalog has on the hosts. */
export function catalogForms(model: Model, id: string): readonly Variant<Catalog>[] {
  return allForms(model).get(id) ?? [];
}

const allForms = once((model: Model) => {
  const found = [...entitiesOf(model, ({ catalogs }) => catalogs)];
  const form = ({ key, entries }: Catalog) => JSON.stringify([key, entries.map(({ values }) => values)]);
  return new Map(found.map(([id, placed]) => [id, variants(placed, form)] as const));
});

/** The names that a catalog's module exports for a host. */
export function catalogNames(model: Model, id: string, view: HostView): { map: string; entries: string; type: string } {
  return namesOf(id, variantOn(catalogForms(model, id), view)?.suffix ?? '');
}

/** The names of one form. */
export function namesOf(id: string, suffix: string): { map: string; entries: string; type: string } {
  const name = `${camelCase(id)}${suffix}`;
  return { map: name, entries: `${name}Entries`, type: `${pascalCase(singular(id))}${suffix}` };
}

/** `image-models` as `image-model`, for the type of one entry. */
function singular(id: string): string {
  return id.endsWith('ies') ? `${id.slice(0, -3)}y` : id.endsWith('s') ? id.slice(0, -1) : `${id}-entry`;
}

/** The operation that lists a catalog, such as `GET /models`; without one, the name of the catalog. */
export function listingOf({ catalogs, operations, host }: HostView, id: string): string {
  const live = catalogs[id]?.live;
  const operation = operations.find((each) => each.id === live);
  return operation ? `${operation.method} ${operation.path.replace(host.prefix, '')}` : id;
}
