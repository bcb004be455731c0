import { Decimal } from 'decimal.js';

/** A number as `decimal.js` has it. */
export const decimal = (value: unknown): Decimal => (value instanceof Decimal ? value : new Decimal(String(value)));

/** The functions of price formulas as they are written with `decimal.js`. */
export const functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  ceil: (value) => decimal(value).ceil(),
  max: (...values) => Decimal.max(...values.map(decimal)),
  min: (...values) => Decimal.min(...values.map(decimal)),
  size: (value) => Object(value).length,
  characters: (value) => [...String(value)].length,
  text_length: textLength,
  split: (value, separator) => String(value).split(String(separator)),
  distinct: (value) => [...new Set(Array.isArray(value) ? value : [])],
  lower: (value) => String(value).toLowerCase(),
  trim: (value) => String(value).trim(),
  without_prefix: (value, prefix) =>
    String(value).startsWith(String(prefix)) ? String(value).slice(String(prefix).length) : value,
  is_list: Array.isArray,
  is_string: (value) => typeof value === 'string',
};

function textLength(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + textLength(each), 0);
}
