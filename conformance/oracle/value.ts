/** Values of expressions, and their conversion from JSON. */

import Fraction from 'fraction.js';
import { decimalText, fromNumber, fromText } from './exact.ts';

/** A value of an expression: JSON in which every number is an exact fraction. Lists and maps are lifted when read. */
export type Value = null | boolean | string | Fraction | readonly unknown[] | { readonly [key: string]: unknown };

/** An expression has no value: a missing property, an operand of the wrong type, an unknown key. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

/** An expression reads a value that is not known for this target, such as the catalog line of an id that it does not list. */
export class UnknownValueError extends EvaluationError {}

/** Marks a catalog column that the documents leave to the deployment; reading it throws `UnknownValueError`. */
export const unknownValue = Symbol('unknown');

/** The kind of a value. */
export function kindOf(value: Value): 'null' | 'bool' | 'string' | 'number' | 'list' | 'map' {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (value instanceof Fraction) return 'number';
  return Array.isArray(value) ? 'list' : 'map';
}

/** True for objects that are neither lists nor fractions. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Fraction);
}

/** Reads a JSON value as an expression value. Numbers are taken by their shortest decimal text. */
export function lift(value: unknown): Value {
  if (typeof value === 'number') {
    const exact = fromNumber(value);
    if (!exact) throw new EvaluationError(`${value} is not a finite number`);
    return exact;
  }
  if (typeof value === 'bigint') return new Fraction(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof Fraction || Array.isArray(value) || isMap(value)) return value;
  throw new EvaluationError('there is no value');
}

function numberOf(value: Value): Fraction | undefined {
  if (value instanceof Fraction) return value;
  return typeof value === 'string' ? fromText(value) : undefined;
}

/** True when two values are deeply equal. A number equals its decimal text, since catalogs contain both. */
export function equal(left: Value, right: Value): boolean {
  if (left instanceof Fraction || right instanceof Fraction) {
    const [one, other] = [numberOf(left), numberOf(right)];
    return one !== undefined && other !== undefined && one.equals(other);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equal(lift(item), lift(right[index])));
  }
  if (isMap(left) && isMap(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equal(lift(left[key]), lift(right[key])))
    );
  }
  return left === right;
}

/** Converts a value to JSON; a number without an exact JSON number becomes text. */
export function plain(value: unknown): unknown {
  if (value instanceof Fraction) {
    const near = value.valueOf();
    return fromNumber(near)?.equals(value) ? near : decimalText(value);
  }
  if (Array.isArray(value)) return value.map(plain);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  return value;
}
