/** The fields of a JSON object; none when the value is anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

/** True for a JSON object. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
