import { isObject } from '@tollwright/runtime/values/json';
import type { Json } from './value.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, Json>>;

/**
 * Applies the differences of one host to what hosts share.
 *
 * Objects are merged field by field, `$remove` lists the fields that are left out, and anything else is replaced.
 * `null` is a value like any other, which is why this is not a JSON Merge Patch (RFC 7396).
 */
export function patched(base: Fields, { $remove, ...patch }: Fields): Fields {
  const removed = new Set(Array.isArray($remove) ? $remove : []);
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(base)) if (!removed.has(name)) result[name] = value;
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    result[name] = isFields(before) && isFields(value) ? patched(before, value) : value;
  }
  return result;
}

/** True for a JSON object, which is neither a list nor null. */
export function isFields(value: Json | undefined): value is Fields {
  return isObject(value) && !Array.isArray(value);
}
