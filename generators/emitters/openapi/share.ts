import { isObject } from '../../json-schema/walk.ts';
import type { Forms } from '../../model/forms.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { printJsonOnce } from '../../output/json.ts';
import { parsed, SharedComponents } from './shared-components.ts';
import { Variants } from './variants.ts';

/**
 * Splits the descriptions of hosts into documents that refer to shared files for their components and paths.
 *
 * What hosts describe in different ways stands there once for each way, the further ones under the name of the first
 * host that has them. Gives the text of each file by its path.
 */
export function share(descriptions: ReadonlyMap<string, JsonSchema>, forms: Forms): ReadonlyMap<string, string> {
  const components = new SharedComponents();
  const areas = new Map<string, Variants>();
  const files = new Map<string, string>();

  for (const [host, description] of descriptions) {
    const referrer = components.of(host, description);
    const paths = Object.entries(fieldsOf(description.paths)).map(([path, item]): [string, Json] => {
      const { operationId, area } = firstOf(item);
      const items = areas.get(area) ?? new Variants();
      areas.set(area, items);
      const outside = referrer.outside(fieldsOf(item));
      const name = items.reserve(operationId, host, outside.text);
      if (!items.has(name)) items.set(name, parsed(outside));
      return [path, { $ref: `shared/${area}.json#/${name}` }];
    });
    const document = { ...description, paths: Object.fromEntries(paths), components: referrer.listed() };
    files.set(`${host}.json`, printJsonOnce(forms.of(`host/${host}`, document)));
  }
  for (const [area, items] of areas)
    files.set(`shared/${area}.json`, printJsonOnce(forms.of(`area/${area}`, items.all())));
  return files.set('shared/components.json', printJsonOnce(forms.of('components', components.all())));
}

/** The first operation of a path, by which the path is named, and its area. */
function firstOf(item: Json): { readonly operationId: string; readonly area: string } {
  const { operationId, tags } = fieldsOf(Object.values(fieldsOf(item))[0]);
  const [area] = [tags].flat();
  return { operationId: String(operationId), area: String(area) };
}

function fieldsOf(value: Json | undefined): JsonSchema {
  return isObject(value) ? value : {};
}
