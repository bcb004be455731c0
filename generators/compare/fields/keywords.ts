import { requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** Keywords that are compared as fields of their own, or lead to them. */
const apart = new Set(['properties', 'required', '$ref', 'allOf', 'items', 'additionalProperties']);

/** Keywords of which the larger value, or the smaller, is the stricter. */
const larger = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const smaller = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

/** The keywords that several schemas together apply to a value, in a form that ignores the order of sets. */
export function ownKeywords(schemas: readonly JsonSchema[]): JsonSchema {
  const own: Record<string, Json> = {};
  for (const schema of schemas) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!apart.has(keyword)) own[keyword] = joined(keyword, own[keyword], inOrder(keyword, value));
      // A schema of the values is a field; only the refusal of any is a keyword.
      else if ((keyword === 'additionalProperties' || keyword === 'items') && typeof value === 'boolean')
        own[keyword] = value && (own[keyword] ?? true);
    }
  }
  const conditional = schemas.flatMap(({ allOf }) => (Array.isArray(allOf) ? allOf : [])).filter(hasCondition);
  if (conditional.length > 0) own.allOf = conditional;
  // Names that are required and described nowhere are no fields.
  const known = new Set(schemas.flatMap(({ properties }) => Object.keys(Object(properties))));
  const unknown = schemas.flatMap(requiredOf).filter((name) => !known.has(name));
  if (unknown.length > 0) own.required = [...new Set(unknown)].sort();
  return own;
}

function hasCondition(schema: Json): boolean {
  return typeof schema === 'object' && schema !== null && 'if' in schema;
}

/** A keyword that two schemas have, at the stricter of both values. */
function joined(keyword: string, one: Json | undefined, other: Json): Json {
  if (one === undefined) return other;
  if (keyword === 'type') return commonTypes([one].flat(), [other].flat());
  if (typeof one === 'number' && typeof other === 'number') {
    if (larger.has(keyword)) return Math.max(one, other);
    if (smaller.has(keyword)) return Math.min(one, other);
  }
  if (keyword === 'enum' && Array.isArray(one) && Array.isArray(other)) {
    const texts = new Set(other.map((value) => JSON.stringify(value)));
    return one.filter((value) => texts.has(JSON.stringify(value)));
  }
  return one;
}

/** The types that are in both of two lists; an empty list where no value has a type of both. */
function commonTypes(one: readonly Json[], other: readonly Json[]): Json {
  const isIn = (type: Json, all: readonly Json[]) =>
    all.includes(type) || (type === 'integer' && all.includes('number'));
  const common = [...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))];
  const types = [...new Set(common)].sort();
  const [first] = types;
  return types.length === 1 && first !== undefined ? first : types;
}

/** The value of a keyword, sorted where its order means nothing. */
function inOrder(keyword: string, value: Json): Json {
  if ((keyword !== 'enum' && keyword !== 'type') || !Array.isArray(value)) return value;
  return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
