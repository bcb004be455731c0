import { pointerSegments } from '@hyperjump/json-pointer';
import { isObject, read } from '@tollwright/runtime/values/json';

/** The fields of a JSON object; none when the value is anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The value at a JSON pointer (RFC 6901); `undefined` when nothing stands there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return read(value, ...pointerSegments(pointer));
}

/** Replaces every string within a JSON value except keys. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  // Strings are replaced by strings, so the type stays, which the compiler cannot infer.
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)]));
}
