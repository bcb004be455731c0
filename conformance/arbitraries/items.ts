/** Lists and maps of exact sizes. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';
import { isSchema } from '../oracle/shapes.ts';
import { type Material, mapOf, minimal } from './minimal.ts';
import { valid } from './valid.ts';

/** A list of the given length, the current items first; `undefined` where too few distinct items are found. */
export function listOf(length: number, shape: JsonSchema, current: unknown, material: Material): unknown {
  const items: unknown[] = Array.isArray(current) ? current.slice(0, length) : [];
  const schema = isSchema(shape.items) ? shape.items : {};
  if (shape.uniqueItems !== true) {
    const examples: readonly unknown[] = Array.isArray(schema.examples) ? schema.examples : [];
    const fillers = items.length > 0 ? items.slice(0, 1) : [minimal(schema, material), ...examples.slice(1)];
    while (items.length < length) items.push(fillers[items.length % fillers.length]);
    return items;
  }
  // The longer sample begins with the shorter one, which has enough distinct items of most schemas.
  for (const numRuns of [length, length * 4]) {
    if (items.length === length) break;
    for (const item of fc.sample(valid(schema, material), { seed: 1, numRuns }))
      if (items.length < length && !items.some((other) => isDeepStrictEqual(other, item))) items.push(item);
  }
  return items.length === length ? items : undefined;
}

/** A map of the given size, the current entries first. */
export function mapOfSize(size: number, shape: JsonSchema, current: unknown, material: Material): unknown {
  const kept = isObject(current) ? Object.entries(current).slice(0, size) : [];
  return mapOf(size, shape, Object.fromEntries(kept), material);
}
