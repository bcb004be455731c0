/** Paths from the root of a schema to the values that a rule governs. */

import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema } from '../contract/contract.ts';
import { isSchema, propertiesOf, requiredOf } from '../oracle/shapes.ts';
import { keysOf, type Material, minimal } from './minimal.ts';

/** One step down: into a property, into an item of a list, or into a value of a map. */
type Step =
  | { readonly into: 'property'; readonly shape: JsonSchema; readonly name: string }
  | { readonly into: 'item' | 'value'; readonly shape: JsonSchema };

/** A location in values that a rule governs. */
export interface Site {
  readonly steps: readonly Step[];
  /** The shape of the value there. */
  readonly shape: JsonSchema;
  /** True when the value there is optional. */
  readonly optional: boolean;
}

/** A value that contains another one at a path. */
export interface Placement {
  readonly value: unknown;
  /** Names and indices from the root. */
  readonly path: readonly string[];
}

/** Stands for no value: the property is omitted. */
export const absent = Symbol('absent');

/**
 * Every site that a rule's path selects; alternatives of a schema may give several.
 *
 * A segment names a property; `items` stands for the items of a list, `*` or `additionalProperties` for the
 * values of a map.
 */
export function sitesOf(schema: JsonSchema, path: readonly string[], material: Material): readonly Site[] {
  const all = walk(schema, path, [], material);
  const seen = new Set<string>();
  return all.filter((site) => {
    // A property that several alternatives require is missing in each of them.
    const key = JSON.stringify([site.shape, site.optional, site.optional ? undefined : site.steps.at(-1)?.shape]);
    return !seen.has(key) && seen.add(key);
  });
}

function walk(schema: JsonSchema, path: readonly string[], steps: readonly Step[], material: Material): Site[] {
  const [segment, ...rest] = path;
  return material.validator.shapes(schema).flatMap((shape): Site[] => {
    if (segment === undefined) return [{ steps, shape, optional: isOptional(steps.at(-1)) }];
    return stepsInto(shape, segment).flatMap(([step, inner]) => walk(inner, rest, [...steps, step], material));
  });
}

function stepsInto(shape: JsonSchema, segment: string): [Step, JsonSchema][] {
  const property = propertiesOf(shape)[segment];
  if (property) return [[{ into: 'property', shape, name: segment }, property]];
  if (segment === 'items' && isSchema(shape.items)) return [[{ into: 'item', shape }, shape.items]];
  const others = shape.additionalProperties;
  if (/^(\*|additionalProperties|values)$/.test(segment) && isSchema(others))
    return [[{ into: 'value', shape }, others]];
  return [];
}

function isOptional(step: Step | undefined): boolean {
  return step?.into === 'property' && !requiredOf(step.shape).includes(step.name);
}

/** The value at a site in `base`; `absent` when there is none. */
export function valueAtSite(base: unknown, site: Site): unknown {
  return site.steps.reduce<unknown>((value, step) => {
    if (step.into === 'property') return isObject(value) && Object.hasOwn(value, step.name) ? value[step.name] : absent;
    if (step.into === 'item') return Array.isArray(value) && value.length > 0 ? value[0] : absent;
    return isObject(value) && Object.keys(value).length > 0 ? Object.values(value)[0] : absent;
  }, base);
}

/** Where in lists and maps: instead of the first member, after all of them, or as the only one. */
export type Position = 'first' | 'last' | 'only';

/** Puts a value at a site of `base` and creates missing containers; `undefined` where that is not possible. */
export function putAtSite(
  base: unknown,
  site: Site,
  value: unknown,
  material: Material,
  position: Position = 'first',
): Placement | undefined {
  return put(base, site.steps, value, material, position);
}

function put(
  base: unknown,
  steps: readonly Step[],
  value: unknown,
  material: Material,
  position: Position,
): Placement | undefined {
  const [step, ...rest] = steps;
  if (!step) return { value, path: [] };
  // Of a shape with several types, only objects and lists can contain the rest.
  const type = step.into === 'item' ? 'array' : 'object';
  const holds = base !== absent && Array.isArray(base) === (type === 'array');
  const container =
    holds && material.validator.valid(step.shape, base) ? base : minimal(asType(step.shape, type), material);
  if (step.into === 'item') return putItem(container, rest, value, material, position);
  if (!isObject(container)) return undefined;
  const name = step.into === 'property' ? step.name : keyFor(container, step.shape, rest, material, position);
  const { [name]: inside = absent, ...others } = container;
  if (value === absent && rest.length === 0) return { value: others, path: [name] };
  const inner = put(inside, rest, value, material, position);
  const kept = step.into === 'value' && position === 'only' ? {} : container;
  return inner && { value: { ...kept, [name]: inner.value }, path: [name, ...inner.path] };
}

const typed = new WeakMap<JsonSchema, Map<string, JsonSchema>>();

/** A shape restricted to one type: the same object each time, so that it is compiled once. */
function asType(shape: JsonSchema, type: string): JsonSchema {
  const known = typed.get(shape) ?? new Map<string, JsonSchema>();
  typed.set(shape, known);
  const schema = known.get(type) ?? { ...shape, type };
  known.set(type, schema);
  return schema;
}

/** The key of a map to put a value under: one whose value has the shape that the next step needs. */
function keyFor(
  container: object,
  shape: JsonSchema,
  rest: readonly Step[],
  material: Material,
  position: Position,
): string {
  const [next] = rest;
  const entries = Object.entries(container);
  if (position === 'last') entries.reverse();
  const fitting = entries.find(([, item]) => !next || material.validator.valid(next.shape, item));
  return fitting?.[0] ?? keysOf(shape, 1, material)[0] ?? 'key-1';
}

function putItem(
  container: unknown,
  rest: readonly Step[],
  value: unknown,
  material: Material,
  position: Position,
): Placement | undefined {
  if (!Array.isArray(container)) return undefined;
  const items: unknown[] = position === 'only' ? container.slice(0, 1) : [...container];
  const index = position === 'last' ? items.length : 0;
  const inner = put(items[position === 'last' ? items.length - 1 : 0] ?? absent, rest, value, material, position);
  if (!inner) return undefined;
  items[index] = inner.value;
  return { value: items, path: [String(index), ...inner.path] };
}
