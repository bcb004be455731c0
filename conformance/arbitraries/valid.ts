/** Arbitraries of the values that satisfy schemas. */

import fc from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';
import { isSchema, propertiesOf, requiredOf, schemasOf, typesOf } from '../oracle/shapes.ts';
import { leastItems, type Material, minimal, typeOf } from './minimal.ts';
import { maxTextLength, texts } from './text.ts';

/** Values of any type, for schemas without keywords. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer({ min: -9, max: 9 }),
  fc.boolean(),
  fc.constantFrom<unknown>([], {}, [1], { a: 1 }),
);

/** The material of values, and the names of the schemas around the one that is drawn. */
interface Source {
  readonly material: Material;
  readonly within: readonly string[];
}

/**
 * Values that satisfy a schema, biased to its bounds. Every value is verified by the validator.
 *
 * A named schema inside itself has its smallest value.
 */
export function valid(schema: JsonSchema, material: Material): fc.Arbitrary<unknown> {
  return drawnFrom(schema, { material, within: [] });
}

function drawnFrom(schema: JsonSchema, { material, within }: Source): fc.Arbitrary<unknown> {
  const names = namesIn(schema);
  const fallback = minimal(schema, material);
  if (names.some((name) => within.includes(name))) return fc.constant(fallback);
  const inner = { material, within: [...within, ...names] };
  const candidates = material.validator.shapes(schema).map((shape) => ofShape(shape, inner));
  const drawn = candidates.length === 1 && candidates[0] ? candidates[0] : fc.oneof(...candidates);
  // A schema may forbid what its parts allow; the smallest value then replaces invalid draws.
  return drawn.map((value) => (material.validator.valid(schema, value) || fallback === undefined ? value : fallback));
}

/** The schemas that a schema refers to, itself or in its alternatives. */
function namesIn({ $ref: name, allOf, oneOf, anyOf }: JsonSchema): readonly string[] {
  const parts = [allOf, oneOf, anyOf].flatMap(schemasOf);
  return [...(typeof name === 'string' ? [name] : []), ...parts.flatMap(namesIn)];
}

function ofShape(shape: JsonSchema, source: Source): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (Array.isArray(shape.enum)) return fc.constantFrom<unknown>(...shape.enum);
  if (typeof shape.catalog === 'string') {
    const keys = source.material.catalogs.lines(shape.catalog).map((line) => line.key);
    if (keys.length > 0) return fc.constantFrom(...keys);
  }
  const types = typesOf(shape);
  if (types.length > 1) return fc.oneof(...types.map((type) => ofType(type, shape, source)));
  if (Object.keys(shape).every((keyword) => keyword === 'description')) return anything;
  return ofType(typeOf(shape), shape, source);
}

function ofType(type: string, shape: JsonSchema, source: Source): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return ofObject(shape, source);
    case 'array':
      return ofArray(shape, source);
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

function ofArray(shape: JsonSchema, source: Source): fc.Arbitrary<unknown[]> {
  const minLength = leastItems(shape);
  const maxLength = Math.min(Number(shape.maxItems ?? minLength + 3), minLength + 3);
  const items = isSchema(shape.items) ? drawnFrom(shape.items, source) : anything;
  const constraints = { minLength, maxLength };
  if (shape.uniqueItems !== true) return fc.array(items, constraints);
  return fc.uniqueArray(items, { ...constraints, selector: (item) => JSON.stringify(item) });
}

function ofObject(shape: JsonSchema, source: Source): fc.Arbitrary<object> {
  const properties = Object.entries(propertiesOf(shape)).map(
    ([name, part]) => [name, drawnFrom(part, source)] as const,
  );
  const required = requiredOf(shape).filter((name) => properties.some(([property]) => property === name));
  // Objects as JSON.parse creates them.
  const plain = { noNullPrototype: true };
  const named = fc.record(Object.fromEntries(properties), { ...plain, requiredKeys: required });
  if (!isSchema(shape.additionalProperties)) return named;
  const minKeys = Number(shape.minProperties ?? 0);
  const maxKeys = Math.min(Number(shape.maxProperties ?? maxTextLength), minKeys + 3);
  const keys = keysOf(shape, source.material);
  const others = fc.dictionary(keys, drawnFrom(shape.additionalProperties, source), {
    ...plain,
    minKeys,
    maxKeys,
  });
  return fc.tuple(others, named).map(([rest, own]) => ({ ...rest, ...own }));
}
