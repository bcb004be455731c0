import { isDeepStrictEqual } from 'node:util';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject } from '../json-schema/walk.ts';
import type { SchemaSource } from '../language/json-schema.ts';

/** True for a value of a type of JSON Schema. */
export function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

/** True for equal JSON values; the order of keys does not count. */
export function equal(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}

/** The mistake in a number; `undefined` for a valid one and for other values. */
export function mistakeOfNumber(value: unknown, schema: SchemaSource): string | undefined {
  if (typeof value !== 'number') return undefined;
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf } = schema;
  if (maximum !== undefined && value > maximum) return `must be <= ${maximum}`;
  if (minimum !== undefined && value < minimum) return `must be >= ${minimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `must be < ${exclusiveMaximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `must be > ${exclusiveMinimum}`;
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) return `must be multiple of ${multipleOf}`;
  return undefined;
}

/** The mistake in a text; `undefined` for a valid one and for other values. */
export function mistakeOfText(value: unknown, schema: SchemaSource): string | undefined {
  if (typeof value !== 'string') return undefined;
  const { maxLength, minLength, pattern, format } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : [...value].length;
  if (maxLength !== undefined && length > maxLength) return `must NOT have more than ${maxLength} characters`;
  if (minLength !== undefined && length < minLength) return `must NOT have fewer than ${minLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `must match pattern "${pattern}"`;
  if (format !== undefined && !hasFormat(value, fullFormats[format])) return `must match format "${format}"`;
  return undefined;
}

/** True for a text that has a format, which is an expression, a function, or an object with either. */
function hasFormat(text: string, format: unknown): boolean {
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === 'function') return format(text) === true;
  return isObject(format) && hasFormat(text, format.validate);
}

/** The places of two equal items of a list in the order in which Ajv names them: it looks for scalars in another way. */
export function duplicateItems(
  list: readonly unknown[],
  items: SchemaSource | boolean,
): readonly [number, number] | undefined {
  const types = isObject(items) ? [items.type ?? []].flat() : [];
  const isScalar = types.length > 0 && !types.includes('object') && !types.includes('array');
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const other = isScalar
      ? list.indexOf(list[index], index + 1)
      : list.findLastIndex((each, before) => before < index && equal(each, list[index]));
    if (other !== -1) return [other, index];
  }
  return undefined;
}

/** The catalog key that a value names; with `short`, the value may lack the part before the slash. */
export function wholeKey(keys: readonly unknown[], value: unknown, short: boolean): unknown {
  return keys.find((key) => key === value) ?? keys.find((key) => short && String(key).endsWith(`/${String(value)}`));
}
