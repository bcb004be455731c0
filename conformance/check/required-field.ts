import { valueAt } from '../common/json.ts';
import type { Mismatch } from '../http/exchange.ts';

/** A field that must be present, with the values that it may have. */
export interface RequiredField {
  /** JSON pointer of the field. */
  readonly at: string;
  readonly accepts: (value: unknown) => boolean;
  readonly detail: string;
  readonly expected: unknown;
}

/** The mismatch of the first field whose value is not accepted. */
export function fieldMismatch(fields: readonly RequiredField[], value: unknown): Mismatch | undefined {
  for (const { at, accepts, detail, expected } of fields) {
    const actual = valueAt(value, at);
    if (!accepts(actual)) return { detail, at, expected, actual };
  }
  return undefined;
}

/** The mismatch of a field that must have one value. */
export function valueMismatch(value: unknown, at: string, expected: unknown, detail: string): Mismatch | undefined {
  const actual = valueAt(value, at);
  return actual === expected ? undefined : { detail, at, expected, actual };
}

/** True for a text with at least one character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
