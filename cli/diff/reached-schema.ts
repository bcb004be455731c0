import { isObject, propertiesOf, referenceOf, requiredOf } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';

/** Schemas by the names that references have. */
type Named = Readonly<Record<string, JsonSchema>>;

/**
 * A schema with only as much of it as some values reach, and without references.
 *
 * It takes each of the values where the whole does. Of a description in which everything refers to everything, a validator
 * compiles a few lines in place of megabytes.
 */
export function reachedSchema(
  schema: Json,
  values: readonly unknown[],
  named: Named,
  within: readonly string[] = [],
): Json {
  if (!isObject(schema)) return schema;
  // No value reaches it, in which a schema that refers to itself ends.
  if (values.length === 0) return {};
  const same = (inner: Json): Json => reachedSchema(inner, values, named, within);
  const reached: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword !== '$ref') reached[keyword] = reachedKeyword(keyword, value, schema, values, { named, same });
  }
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : named[name];
  if (name === undefined || !target || within.includes(name)) return reached;
  const inner = reachedSchema(target, values, named, [...within, name]);
  return { ...reached, allOf: [...(Array.isArray(reached.allOf) ? reached.allOf : []), inner] };
}

interface Around {
  readonly named: Named;
  /** The part of a schema that holds for the same values. */
  same(schema: Json): Json;
}

const alike = new Set(['not', 'if', 'then', 'else']);
const listsAlike = new Set(['allOf', 'anyOf', 'oneOf']);
const ofItems = new Set(['items', 'contains', 'unevaluatedItems']);

function reachedKeyword(
  keyword: string,
  value: Json,
  schema: JsonSchema,
  values: readonly unknown[],
  { named, same }: Around,
): Json {
  const objects = values.filter((each): each is Readonly<Record<string, unknown>> => isObject(each));
  const lists = values.filter((each): each is unknown[] => Array.isArray(each));
  const inner = (part: Json, reaching: readonly unknown[]): Json => reachedSchema(part, reaching, named);
  if (alike.has(keyword)) return same(value);
  if (listsAlike.has(keyword) && Array.isArray(value)) {
    // An alternative with another tag, or other fields that must be there, takes none of the values.
    const isOther = (part: Json) =>
      keyword !== 'allOf' &&
      objects.length > 0 &&
      objects.length === values.length &&
      objects.every((object) => refuses(part, object, named));
    const left = value.filter((part: Json) => !isOther(part)).map(same);
    return left.length > 0 ? left : [false];
  }
  if (keyword === 'dependentSchemas' && isObject(value)) return mapped(value, (_, part) => same(part));
  if (ofItems.has(keyword)) return inner(value, lists.flat());
  if (keyword === 'prefixItems' && Array.isArray(value))
    return value.map((part, index) =>
      inner(
        part,
        lists.map((list) => list[index]),
      ),
    );
  if (keyword === 'propertyNames')
    return inner(
      value,
      objects.flatMap((object) => Object.keys(object)),
    );
  const all = objects.flatMap((object) => Object.entries(object));
  if (keyword === 'properties' && isObject(value)) {
    const names = new Set(all.map(([name]) => name));
    const present = Object.entries(value).filter(([name]) => names.has(name));
    return mapped(Object.fromEntries(present), (name, part) =>
      inner(
        part,
        all.flatMap(([each, own]) => (each === name ? [own] : [])),
      ),
    );
  }
  const own = all.map(([, each]) => each);
  if (keyword === 'patternProperties' && isObject(value)) return mapped(value, (_, part) => inner(part, own));
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const listed = keyword === 'additionalProperties' && isObject(schema.properties) ? schema.properties : {};
    return inner(
      value,
      all.flatMap(([name, each]) => (Object.hasOwn(listed, name) ? [] : [each])),
    );
  }
  return value;
}

/** Tells whether an alternative lists other texts for a property than the one that an object has, or needs one that it lacks. */
function refuses(part: Json, object: Readonly<Record<string, unknown>>, named: Named, depth = 0): boolean {
  if (!isObject(part) || depth > 10) return false;
  const name = referenceOf(part);
  const target = name === undefined ? undefined : named[name];
  if (target && refuses(target, object, named, depth + 1)) return true;
  if (requiredOf(part).some((key) => !Object.hasOwn(object, key))) return true;
  return propertiesOf(part).some(([key, { enum: listed, const: only }]) => {
    const texts: readonly Json[] = only === undefined ? (Array.isArray(listed) ? listed : []) : [only];
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    return (
      typeof value === 'string' && texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== value)
    );
  });
}

function mapped(value: JsonSchema, change: (name: string, part: Json) => Json): JsonSchema {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(name, part)]));
}
