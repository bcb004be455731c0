/** Valid values at the bounds of one keyword. */

import { isObject } from '@tollwright/runtime/values';
import type { JsonSchema } from '../contract/contract.ts';

import { typesOf } from '../oracle/shapes.ts';
import { listOf, mapOf } from './items.ts';
import { type Material, minimal, typeOf } from './minimal.ts';
import { absent } from './route.ts';
import { longest, textOfLength, wide } from './text.ts';

/** Where boundary values are made for: the shape, what stands there now, whether it may be left out. */
export interface BoundarySite {
  readonly shape: JsonSchema;
  readonly standing: unknown;
  readonly optional: boolean;
}

type Maker = (place: BoundarySite, bound: number, material: Material) => readonly unknown[];

function sized(length: number): readonly unknown[] {
  return length > longest ? [] : [textOfLength(length), textOfLength(length, wide)];
}

/** Half a step above or below a bound of a number, a whole one of an integer. */
function stepOf(shape: JsonSchema): number {
  if (typeof shape.multipleOf === 'number') return shape.multipleOf;
  return typeOf(shape) === 'integer' ? 1 : 0.5;
}

/** A value of each type, but none where only the example knows which values make sense. */
function ofTypes({ shape, standing }: BoundarySite, material: Material): readonly unknown[] {
  const types = typesOf(shape);
  const kept = standing === absent || standing === undefined ? [] : [standing];
  if (types.length === 1 && (isOpaque(shape) || isListOfOpaque(shape))) return kept;
  // Of an object with named fields the example tells what has to be there; an unknown field may be refused.
  if (types.length === 1 && typeOf(shape) === 'object' && isObject(shape.properties) && kept.length > 0) return kept;
  return [...types.flatMap((type) => ordinary(type, { ...shape, type }, material)), ...kept];
}

/** What a schema says of values besides their type. */
const telling = ['enum', 'const', 'catalog', 'format', 'pattern', 'minLength', 'maxLength', 'items', 'properties'];

/** True for texts, lists and objects of which only the type is known. */
function isOpaque(shape: JsonSchema): boolean {
  const typed = /^(string|array|object)$/.test(String(shape.type));
  return typed && !isObject(shape.additionalProperties) && telling.every((keyword) => shape[keyword] === undefined);
}

/** True for lists of objects of which nothing is known: what an item must have is the reader's guess. */
function isListOfOpaque({ type, items }: JsonSchema): boolean {
  return type === 'array' && isObject(items) && items.type === 'object' && isOpaque(items);
}

function ordinary(type: string, shape: JsonSchema, material: Material): readonly unknown[] {
  const least = minimal(shape, material);
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [...(type === 'number' ? [0.5, Number(least) + 0.125] : []), 1, Number(least) + 1];
    case 'array':
      return [listOf(Math.max(1, Number(shape.minItems ?? 0)), shape, undefined, material)];
    case 'object':
      return [isObject(least) && Object.keys(least).length === 0 ? { a: 'b' } : least];
    default:
      return [least];
  }
}

const makers: Readonly<Record<string, Maker>> = {
  type: (place, _, material) => [...(place.optional ? [absent] : []), ...ofTypes(place, material)],
  default: () => [absent],
  enum: ({ shape }) => (Array.isArray(shape.enum) ? shape.enum : []),
  const: ({ shape }) => [shape.const],
  minimum: ({ shape }, bound) => [bound, bound + stepOf(shape)],
  maximum: ({ shape }, bound) => [bound, bound - stepOf(shape)],
  exclusiveMinimum: ({ shape }, bound) => [bound + stepOf(shape), bound + stepOf(shape) / 100],
  exclusiveMaximum: ({ shape }, bound) => [bound - stepOf(shape), bound - stepOf(shape) / 100],
  multipleOf: (_, bound) => [bound, 2 * bound, 3 * bound],
  minLength: (_, bound) => [...sized(bound), ...sized(bound + 1)],
  maxLength: (_, bound) => [...sized(bound), ...sized(bound - 1)],
  minItems: ({ shape, standing }, bound, material) => [listOf(bound, shape, standing, material)],
  maxItems: ({ shape, standing }, bound, material) => [listOf(bound, shape, standing, material)],
  uniqueItems: ({ shape, standing }, _, material) => [listOf(2, shape, standing, material)],
  minProperties: ({ shape, standing }, bound, material) => [mapOf(bound, shape, standing, material)],
  maxProperties: ({ shape, standing }, bound, material) => [mapOf(bound, shape, standing, material)],
  catalog: ({ shape }, _, material) => {
    const lines = material.catalogs.lines(String(shape.catalog));
    const known = lines.filter(({ status }) => status === 'stated' || status === 'derived');
    const others = lines.filter((line) => !known.includes(line));
    return [...known, ...others].map((line) => line.key);
  },
};

/**
 * Valid values at the bounds of one keyword, for the place that it governs; `absent` stands for leaving it out.
 *
 * Keywords without bounds, such as `pattern` and `format`, have none: what the documents mean by them is often
 * narrower than what they say.
 */
export function boundaries(place: BoundarySite, keyword: string, material: Material): readonly unknown[] {
  // One of several shapes of a place may lack the bound that another one has.
  if (/^(min|max|multiple)/.test(keyword) && place.shape[keyword] === undefined) return [];
  const maker = Object.hasOwn(makers, keyword) ? makers[keyword] : undefined;
  const made = maker?.(place, Number(place.shape[keyword]), material) ?? [];
  return [...new Set(made)].filter((value) =>
    value === absent ? place.optional : value !== undefined && material.validator.valid(place.shape, value),
  );
}
