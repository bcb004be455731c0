import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { printJson } from '../../output/json.ts';
import { SharedComponents } from './shared-components.ts';
import { Variants } from './variants.ts';

/**
 * Splits the descriptions of hosts into documents that refer to shared files for their components and paths.
 *
 * Where hosts differ, each form stands there once: the first one under its own name, the others with the name of the first
 * host that has them added. Gives the text of each file by its path.
 */
export function share(descriptions: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, string> {
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
      const name = items.reserve(operationId, host, outside);
      if (!items.has(name)) items.set(name, JSON.parse(outside));
      return [path, { $ref: `shared/${area}.json#/${name}` }];
    });
    referrer.note(fieldsOf(description.webhooks));
    referrer.note(fieldsOf(fieldsOf(description.components).securitySchemes));
    const document = { ...description, paths: Object.fromEntries(paths), components: referrer.listed() };
    files.set(`${host}.json`, printJson(document));
  }
  for (const [area, items] of areas) files.set(`shared/${area}.json`, printJson(items.all()));
  return files.set('shared/components.json', printJson(components.all()));
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
