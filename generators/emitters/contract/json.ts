import { same } from '../../json-schema/same.ts';
import { isObject } from '../../json-schema/walk.ts';
import type { Json } from '../../model/types.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, Json>>;

/** A part of a host's view as the plain JSON that it is. */
export function plainOf(part: object): Fields {
  // Views are plain JSON: a test of the model holds that.
  return part as Fields;
}

/** The fields in which a value differs from another, for the reader of contracts to apply: `$remove` lists those left out. */
export function difference(base: Fields, value: Fields): Fields {
  const removed = Object.keys(base).filter((name) => !(name in value));
  const changed = Object.entries(value).flatMap(([name, after]): [string, Json][] => {
    const before = base[name];
    if (same(before, after)) return [];
    return [[name, isObject(before) && isObject(after) ? difference(before, after) : after]];
  });
  return { ...(removed.length > 0 && { $remove: removed }), ...Object.fromEntries(changed) };
}

/** An object without the fields that have their usual value. */
export function without(fields: Fields, usual: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !same(value, usual[name])));
}

/** The value that most of a list have, the earliest of them where several do; values of one text are the same. */
export function mostCommon<T>(values: readonly T[], textOf: (value: T) => string): T | undefined {
  const counted = Map.groupBy(values, textOf);
  const [commonest] = [...counted.values()].sort((one, other) => other.length - one.length);
  return commonest?.[0];
}

/** The items of several lists, once each, in an order that every list keeps to. */
export function mergedOrder<T>(lists: readonly (readonly T[])[]): T[] {
  const before = new Map<T, Set<T>>();
  for (const list of lists) {
    for (const [index, item] of list.entries()) {
      const earlier = before.get(item) ?? new Set<T>();
      const previous = list[index - 1];
      before.set(item, previous === undefined ? earlier : earlier.add(previous));
    }
  }
  const merged = new Set<T>();
  const take = (item: T): void => {
    if (merged.has(item)) return;
    for (const earlier of before.get(item) ?? []) take(earlier);
    merged.add(item);
  };
  for (const item of before.keys()) take(item);
  return [...merged];
}
