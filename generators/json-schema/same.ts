import { isObject } from './walk.ts';

/** True for two JSON values whose texts are equal: the order of fields counts. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false;
    for (let index = 0; index < one.length; index += 1) if (!same(one[index], other[index])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return false;
  let index = 0;
  for (const name of names) {
    if (name !== others[index] || !same(one[name], other[name])) return false;
    index += 1;
  }
  return true;
}
