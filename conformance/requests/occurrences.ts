/** The values in a response that a rule's path selects, and whether they satisfy it. */

import { append } from '@hyperjump/json-pointer';
import { isObject } from '@tollwright/runtime/values/json';
import { oncePer } from '../common/once-per.ts';
import type { JsonSchema } from '../contract/contract.ts';
import type { SchemaValidator } from '../oracle/schema.ts';
import { isSchema, propertiesOf } from '../oracle/shapes.ts';

/** One value that a rule governs. */
export interface Occurrence {
  /** `undefined` when the property is missing. */
  readonly value: unknown;
  /** JSON pointer. */
  readonly at: string;
  /** The schema as it is written, and the shape of it that the value has. */
  readonly schema: JsonSchema;
  readonly shape: JsonSchema;
}

/** Every value at a path; containers that are missing have none. */
export function occurrencesOf(
  schema: JsonSchema,
  value: unknown,
  path: readonly string[],
  validator: SchemaValidator,
): readonly Occurrence[] {
  const segment = path.at(-1);
  if (segment === undefined) return [{ value, at: '', schema, shape: validator.resolve(schema, value) }];
  return containersOf(schema, value, path.slice(0, -1), validator).flatMap((container) =>
    stepsOf(container.shape, container.value, segment).map(([inner, item, name]) => ({
      value: item,
      at: append(name, container.at),
      schema: inner,
      shape: validator.resolve(inner, item),
    })),
  );
}

/** The containers found in each response, by path: for each schema and each validator. */
const found = oncePer((_response: object) =>
  oncePer((_schema: JsonSchema) => oncePer((_validator: SchemaValidator) => new Map<string, readonly Occurrence[]>())),
);

/** The containers at a path; the rules of all fields of an object share one walk. */
function containersOf(
  schema: JsonSchema,
  value: unknown,
  path: readonly string[],
  validator: SchemaValidator,
): readonly Occurrence[] {
  if (typeof value !== 'object' || value === null) return occurrencesOf(schema, value, path, validator);
  const byPath = found(value)(schema)(validator);
  const name = JSON.stringify(path);
  const known = byPath.get(name) ?? occurrencesOf(schema, value, path, validator);
  byPath.set(name, known);
  return known;
}

function stepsOf(shape: JsonSchema, value: unknown, segment: string): readonly [JsonSchema, unknown, string][] {
  const properties = propertiesOf(shape);
  const property = Object.hasOwn(properties, segment) ? properties[segment] : undefined;
  if (property) return isObject(value) && Object.hasOwn(value, segment) ? [[property, value[segment], segment]] : [];
  if (segment === 'items' && isSchema(shape.items) && Array.isArray(value)) {
    const { items } = shape;
    return value.map((item, index) => [items, item, String(index)]);
  }
  const others = shape.additionalProperties;
  if (segment !== '*' || !isSchema(others) || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]): [JsonSchema, unknown, string][] =>
    Object.hasOwn(properties, name) ? [] : [[others, item, name]],
  );
}

/** Keywords that depend on others beside them. */
const companions: Readonly<Record<string, readonly string[]>> = {
  additionalProperties: ['properties', 'patternProperties'],
  contains: ['minContains', 'maxContains'],
};

const alone = new WeakMap<JsonSchema, Map<string, JsonSchema>>();

/** One keyword of a shape as a schema of its own, the same object each time. */
function onlyKeyword(shape: JsonSchema, keyword: string): JsonSchema {
  const known = alone.get(shape) ?? new Map<string, JsonSchema>();
  alone.set(shape, known);
  const names = [keyword, ...(companions[keyword] ?? [])];
  const schema =
    known.get(keyword) ?? Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
  known.set(keyword, schema);
  return schema;
}

/** True when a value satisfies one keyword, whatever other keywords say. */
export function keepsKeyword(
  { value, shape, schema }: Occurrence,
  keyword: string,
  validator: SchemaValidator,
  text = false,
): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return validator.valid(onlyKeyword(shape, keyword), value, text);
  return !validator.errors(schema, value, text).some((error) => error.keyword === keyword && error.path.length === 0);
}
