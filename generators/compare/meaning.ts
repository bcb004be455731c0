import { isObject } from '../json-schema/walk.ts';

/** True for two values that mean the same: the order of names does not count, nor how a formula is laid out. */
export function meansSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => meansSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = namesOf(one);
  return (
    names.length === namesOf(other).length && names.every((name) => name in other && meansSame(one[name], other[name]))
  );
}

/** Names that count: the text of a formula says what its tree says. */
function namesOf(value: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return 'tree' in value && 'text' in value ? ['tree'] : names;
}
