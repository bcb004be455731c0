/** Arbitraries of the values that satisfy schemas. */

import fc from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';
import { isSchema, propertiesOf, requiredOf, typesOf } from '../oracle/shapes.ts';
import { leastItems, type Material, minimal, typeOf } from './minimal.ts';
import { maxTextLength, texts } from './text.ts';

/** Values of any type, for schemas without keywords. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer({ min: -9, max: 9 }),
  fc.boolean(),
  fc.constantFrom<unknown>([], {}, [1], { a: 1 }),
);

/** Values that satisfy a schema, biased to its bounds. Every value is verified by the validator. */
export function valid(schema: JsonSchema, material: Material): fc.Arbitrary<unknown> {
  const candidates = material.validator.shapes(schema).map((shape) => ofShape(shape, material));
  const drawn = candidates.length === 1 && candidates[0] ? candidates[0] : fc.oneof(...candidates);
  const fallback = minimal(schema, material);
  // A schema may forbid what its parts allow; the smallest value then replaces invalid draws.
  return drawn.map((value) => (material.validator.valid(schema, value) || fallback === undefined ? value : fallback));
}

function ofShape(shape: JsonSchema, material: Material): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (Array.isArray(shape.enum)) return fc.constantFrom<unknown>(...shape.enum);
  if (typeof shape.catalog === 'string') {
    const keys = material.catalogs.lines(shape.catalog).map((line) => line.key);
    if (keys.length > 0) return fc.constantFrom(...keys);
  }
  const types = typesOf(shape);
  if (types.length > 1) return fc.oneof(...types.map((type) => ofType(type, shape, material)));
  if (Object.keys(shape).every((keyword) => keyword === 'description')) return anything;
  return ofType(typeOf(shape), shape, material);
}

function ofType(type: string, shape: JsonSchema, material: Material): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return ofObject(shape, material);
    case 'array':
      return ofArray(shape, material);
    case 'integer':
    case 'number':
      return ofNumber(shape, type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return texts(shape);
  }
}

/** The keys of a map. */
function keysOf({ propertyNames }: JsonSchema, material: Material): fc.Arbitrary<string> {
  if (isSchema(propertyNames)) return valid({ type: 'string', ...propertyNames }, material).map(String);
  return fc.stringMatching(/^[a-z][a-z0-9-]{0,11}$/);
}

function ofNumber(shape: JsonSchema, whole: boolean): fc.Arbitrary<number> {
  const step = typeof shape.multipleOf === 'number' ? shape.multipleOf : whole ? 1 : 0.01;
  const scaled = (bound: unknown, round: (value: number) => number): number | undefined =>
    typeof bound === 'number' ? round(bound / step) : undefined;
  const aboveExclusive = scaled(shape.exclusiveMinimum, (value) => Math.floor(value) + 1);
  const belowExclusive = scaled(shape.exclusiveMaximum, (value) => Math.ceil(value) - 1);
  const low = scaled(shape.minimum, Math.ceil) ?? aboveExclusive;
  const high = scaled(shape.maximum, Math.floor) ?? belowExclusive;
  const min = low ?? Math.min(0, (high ?? 0) - 1000);
  const max = high ?? Math.max(1000, min + 1000);
  const edges = [min, min + 1, 0, max - 1, max].filter((edge) => edge >= min && edge <= max);
  const counts = fc.oneof(fc.integer({ min, max }), fc.constantFrom(...edges));
  // Decimal steps are multiplied in decimal text, so that 3 x 0.1 is 0.3.
  const places = (String(step).split('.')[1] ?? '').length;
  return counts.map((count) => Number((count * step).toFixed(places)));
}

function ofArray(shape: JsonSchema, material: Material): fc.Arbitrary<unknown[]> {
  const minLength = leastItems(shape);
  const maxLength = Math.min(Number(shape.maxItems ?? minLength + 3), minLength + 3);
  const items = isSchema(shape.items) ? valid(shape.items, material) : anything;
  const constraints = { minLength, maxLength };
  if (shape.uniqueItems !== true) return fc.array(items, constraints);
  return fc.uniqueArray(items, { ...constraints, selector: (item) => JSON.stringify(item) });
}

function ofObject(shape: JsonSchema, material: Material): fc.Arbitrary<object> {
  const properties = Object.entries(propertiesOf(shape)).map(([name, part]) => [name, valid(part, material)] as const);
  const required = requiredOf(shape).filter((name) => properties.some(([property]) => property === name));
  // Objects as JSON.parse creates them.
  const plain = { noNullPrototype: true };
  const named = fc.record(Object.fromEntries(properties), { ...plain, requiredKeys: required });
  if (!isSchema(shape.additionalProperties)) return named;
  const minKeys = Number(shape.minProperties ?? 0);
  const maxKeys = Math.min(Number(shape.maxProperties ?? maxTextLength), minKeys + 3);
  const keys = keysOf(shape, material);
  const others = fc.dictionary(keys, valid(shape.additionalProperties, material), {
    ...plain,
    minKeys,
    maxKeys,
  });
  return fc.tuple(others, named).map(([rest, own]) => ({ ...rest, ...own }));
}
