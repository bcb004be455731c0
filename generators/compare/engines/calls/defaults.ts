import { isObject, propertiesOf, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { ComparedView } from '../../side.ts';

/** A release in which values are completed. */
interface Means {
  readonly view: ComparedView;
  readonly accepts: (schema: JsonSchema, value: Json) => boolean;
}

/** A schema and those that apply to a value with it: what it refers to, its parts, and the branches that accept the value. */
function parts(schema: JsonSchema, value: Json | undefined, means: Means, depth = 0): JsonSchema[] {
  if (depth > 20) return [];
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : means.view.schemas[name.slice(name.lastIndexOf('/') + 1)];
  const fits = (part: JsonSchema) => value !== undefined && means.accepts(part, value);
  const listed = (keyword: string) => [schema[keyword] ?? []].flat().filter(isObject);
  const { if: test } = schema;
  const branch = isObject(test) && value !== undefined ? schema[fits(test) ? 'then' : 'else'] : undefined;
  const all = [target, ...listed('allOf'), branch, listed('oneOf').find(fits), listed('anyOf').find(fits)];
  return [schema, ...all.toReversed().flatMap((each) => (isObject(each) ? parts(each, value, means, depth + 1) : []))];
}

/** A copy of a value with the defaults of its schema where it leaves fields out, and with short catalog keys completed. */
export function withDefaults(schema: JsonSchema | undefined, value: Json, means: Means, depth = 0): Json {
  if (!schema || depth > 20) return value;
  const all = parts(schema, value, means);
  const short = all.find(({ prefix, catalog }) => prefix === 'optional' && catalog !== undefined);
  if (short && typeof value === 'string') return wholeKey(String(short.catalog), value, means.view);
  if (Array.isArray(value)) {
    const items = all.map((each) => each.items).find(isObject);
    return items ? value.map((item: Json) => withDefaults(items, item, means, depth + 1)) : value;
  }
  if (!isObject(value)) return value;
  const filled: Record<string, Json> = { ...value };
  for (const [name, property] of all.flatMap(propertiesOf)) {
    const given = filled[name];
    const fallback = parts(property, undefined, means).find((each) => each.default !== undefined)?.default;
    if (given !== undefined) filled[name] = withDefaults(property, given, means, depth + 1);
    else if (fallback !== undefined) filled[name] = fallback;
  }
  return filled;
}

function wholeKey(id: string, value: string, view: ComparedView): string {
  const catalog = view.catalogs[id];
  const keys = catalog?.entries.map(({ values }) => String(values[catalog.key])) ?? [];
  return keys.find((key) => key === value) ?? keys.find((key) => key.endsWith(`/${value}`)) ?? value;
}
