/** Valid values at the bounds of one keyword. */

import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema } from '../contract/contract.ts';
import { propertiesOf, typesOf } from '../oracle/shapes.ts';
import { listOf, mapOfSize } from './items.ts';
import { type Material, minimal, typeOf } from './minimal.ts';
import { absent } from './route.ts';
import { maxTextLength, textOfLength, wide } from './text.ts';

/** A site that boundary values are made for: its shape, its current value, and whether it is optional. */
export interface BoundarySite {
  readonly shape: JsonSchema;
  readonly current: unknown;
  readonly optional: boolean;
}

type Maker = (site: BoundarySite, bound: number, material: Material) => readonly unknown[];

function sized(length: number): readonly unknown[] {
  return length > maxTextLength ? [] : [textOfLength(length), textOfLength(length, wide)];
}

/** The distance of a boundary value from its bound. */
function stepOf(shape: JsonSchema): number {
  if (typeof shape.multipleOf === 'number') return shape.multipleOf;
  return typeOf(shape) === 'integer' ? 1 : 0.5;
}

/** A value of each type; only the current one where the schema says no more than the type. */
function ofTypes({ shape, current }: BoundarySite, material: Material): readonly unknown[] {
  const types = typesOf(shape);
  // A default may be sent as well as left out; a smaller catalog may lack a default model.
  const stated = [
    ...(shape.default === undefined || shape.catalog !== undefined ? [] : [shape.default]),
    ...examplesOf(shape),
  ];
  const kept = [...(current === absent || current === undefined ? [] : [current]), ...stated];
  if (types.length === 1 && (isOpaque(shape) || isListOfOpaque(shape))) return kept;
  // The example shows which properties an object needs; an unknown one may be rejected.
  if (types.length === 1 && typeOf(shape) === 'object' && isObject(shape.properties) && kept.length > 0) return kept;
  return [...types.flatMap((type) => ordinary(type, { ...shape, type }, material)), ...kept];
}

/** The examples of a shape: its specification says that each is valid. */
function examplesOf({ examples }: JsonSchema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

/** Keywords that describe values beyond their type. */
const descriptive: readonly string[] = [
  ...['enum', 'const', 'catalog', 'format', 'pattern', 'minLength', 'maxLength', 'items', 'properties', 'examples'],
];

/** True for texts, lists and objects whose schema gives only the type. */
function isOpaque(shape: JsonSchema): boolean {
  const typed = /^(string|array|object)$/.test(String(shape.type));
  return typed && !isObject(shape.additionalProperties) && descriptive.every((keyword) => shape[keyword] === undefined);
}

/** True for lists of objects without a schema. */
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
      return [...new Set([1, 2].map((length) => Math.max(length, Number(shape.minItems ?? 0))))].map((length) =>
        listOf(length, shape, undefined, material),
      );
    case 'object':
      return [isObject(least) && Object.keys(least).length === 0 ? withEachProperty(shape, material) : least];
    default:
      return [least];
  }
}

/** An object with every property that is shown, since none of them may be needed for certain; where none is, with any. */
function withEachProperty(shape: JsonSchema, material: Material): Readonly<Record<string, unknown>> {
  const shown = Object.entries(propertiesOf(shape)).map(([name, property]) => [name, minimal(property, material)]);
  return shown.length > 0 ? Object.fromEntries(shown) : { a: 'b' };
}

const makers: Readonly<Record<string, Maker>> = {
  type: (site, _, material) => [...(site.optional ? [absent] : []), ...ofTypes(site, material)],
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
  minItems: ({ shape, current }, bound, material) => [listOf(bound, shape, current, material)],
  maxItems: ({ shape, current }, bound, material) => [listOf(bound, shape, current, material)],
  uniqueItems: ({ shape, current }, _, material) => [listOf(2, shape, current, material)],
  minProperties: ({ shape, current }, bound, material) => [mapOfSize(bound, shape, current, material)],
  maxProperties: ({ shape, current }, bound, material) => [mapOfSize(bound, shape, current, material)],
  catalog: ({ shape }, _, material) => {
    const lines = material.catalogs.lines(String(shape.catalog));
    const known = lines.filter(({ status }) => status === 'stated' || status === 'derived');
    const others = lines.filter((line) => !known.includes(line));
    return [...known, ...others].map((line) => line.key);
  },
};

/**
 * Valid values at the bounds of one keyword, for the site that it governs; `absent` omits the value.
 *
 * Keywords without bounds, such as `pattern` and `format`, have none: services often accept less than these match.
 */
export function boundaries(site: BoundarySite, keyword: string, material: Material): readonly unknown[] {
  // One of several shapes of a site may lack the bound.
  if (/^(min|max|multiple)/.test(keyword) && site.shape[keyword] === undefined) return [];
  const maker = Object.hasOwn(makers, keyword) ? makers[keyword] : undefined;
  const made = maker?.(site, Number(site.shape[keyword]), material) ?? [];
  return [...new Set(made)].filter((value) =>
    value === absent ? site.optional : value !== undefined && material.validator.valid(site.shape, value),
  );
}
