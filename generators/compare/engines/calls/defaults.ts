import { isObject, propertiesOf, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { ComparedView } from '../../side.ts';

/** The keywords that a schema and its references apply to a value without a condition. */
function parts(schema: JsonSchema, view: ComparedView, depth: number): JsonSchema[] {
  if (depth > 20) return [];
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : view.schemas[name.slice(name.lastIndexOf('/') + 1)];
  const all = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : [];
  return [schema, ...[...(target ? [target] : []), ...all].flatMap((each) => parts(each, view, depth + 1))];
}

/** A copy of a value with the defaults of its schema where it leaves fields out, and with short catalog keys completed. */
export function withDefaults(schema: JsonSchema | undefined, value: Json, view: ComparedView, depth = 0): Json {
  if (!schema || depth > 20) return value;
  const all = parts(schema, view, 0);
  const short = all.find(({ prefix, catalog }) => prefix === 'optional' && catalog !== undefined);
  if (short && typeof value === 'string') return wholeKey(String(short.catalog), value, view);
  if (Array.isArray(value)) {
    const items = all.map((each) => each.items).find(isObject);
    return items ? value.map((item: Json) => withDefaults(items, item, view, depth + 1)) : value;
  }
  if (!isObject(value)) return value;
  const filled: Record<string, Json> = { ...value };
  for (const [name, property] of all.flatMap(propertiesOf)) {
    const given = filled[name];
    const fallback = parts(property, view, 0).find((each) => each.default !== undefined)?.default;
    if (given !== undefined) filled[name] = withDefaults(property, given, view, depth + 1);
    else if (fallback !== undefined) filled[name] = fallback;
  }
  return filled;
}

function wholeKey(id: string, value: string, view: ComparedView): string {
  const catalog = view.catalogs[id];
  const keys = catalog?.entries.map(({ values }) => String(values[catalog.key])) ?? [];
  return keys.find((key) => key === value) ?? keys.find((key) => key.endsWith(`/${value}`)) ?? value;
}
