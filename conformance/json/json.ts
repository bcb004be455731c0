/** The fields of a JSON object; none when the value is anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

import { isObject } from '@tollwright/runtime/values';

/** The value at a JSON pointer (RFC 6901); `undefined` when nothing stands there. */
export function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : fieldsOf(inner)[key]),
    value,
  );
}
