import Fraction from 'fraction.js';

/** A value of an expression: JSON whose numbers are exact fractions. */
export type Value = null | boolean | string | Fraction | readonly Value[] | ValueMap;

/** A map of values. */
export interface ValueMap {
  readonly [name: string]: Value;
}

/** The variables and catalogs with which an expression is evaluated. */
export interface Environment {
  readonly variables: ValueMap;
  /** The entry of a catalog by its key. */
  entry(catalog: string, key: string): Value | undefined;
  /** Keys of a catalog. */
  keys(catalog: string): readonly string[];
}

/** An expression that cannot be evaluated with its variables. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

/** A JSON value with exact numbers; `decimals` also reads decimal strings as numbers, as in catalogs. */
export function lift(value: unknown, decimals = false): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? new Fraction(value) : exact(String(value));
  if (typeof value === 'string') return decimals && /^-?\d+(\.\d+)?$/.test(value) ? exact(value) : value;
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => lift(item, decimals));
  if (typeof value !== 'object') throw new EvaluationError('expected a JSON value, found nothing');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lift(inner, decimals)]));
}

/** The exact value of a decimal string, with or without an exponent. */
export function exact(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new EvaluationError(`${text} is not a decimal number`);
  const [digits = '', exponent] = text.toLowerCase().split('e');
  return exponent === undefined
    ? new Fraction(digits)
    : new Fraction(digits).mul(new Fraction(10).pow(Number(exponent)) ?? 1);
}

/** Narrows a value to a number; throws for any other type. */
export function numberOf(value: Value | undefined): Fraction {
  if (value instanceof Fraction) return value;
  throw new EvaluationError(`expected a number, found ${describe(value)}`);
}

/** Narrows a value to a string; throws for any other type. */
export function stringOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError(`expected a string, found ${describe(value)}`);
}

/** The items of a list, or the keys of a map. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (isList(value)) return value;
  return Object.keys(entriesOf(value));
}

/** Narrows a value to a map; throws for any other type. */
export function entriesOf(value: Value | undefined): ValueMap {
  if (typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction)) return value;
  throw new EvaluationError(`expected an object, found ${describe(value)}`);
}

/** True for lists. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** True when two values are deeply equal. */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Fraction) return b instanceof Fraction && a.equals(b);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (typeof a !== 'object' || a === null) return a === b;
  if (typeof b !== 'object' || b === null || isList(b) || b instanceof Fraction) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
}

/** Describes a value in messages. */
export function describe(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Fraction) return value.toString();
  return isList(value) ? 'a list' : typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}
