import { pointerSegments } from '@hyperjump/json-pointer';
import { isObject, read } from '@tollwright/runtime/values';

/** The fields of a JSON object; none when the value is anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The value at a JSON pointer (RFC 6901); `undefined` when nothing stands there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return read(value, ...pointerSegments(pointer));
}
