/** The figures of a response whose names the documents do not state. */

import Fraction from 'fraction.js';
import { fromNumber, fromText } from './exact.ts';
import { isMap } from './value.ts';

/** Each number and decimal text within a JSON value, with the path to it. */
export function* figuresOf(value: unknown, path = ''): Generator<[path: string, figure: Fraction]> {
  if (Array.isArray(value) || isMap(value)) {
    for (const [name, item] of Object.entries(value)) yield* figuresOf(item, `${path}/${name}`);
  } else {
    const figure = numberIn(value);
    if (figure) yield [path, figure];
  }
}

function numberIn(value: unknown): Fraction | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'string') return fromText(value);
  return value instanceof Fraction ? value : undefined;
}

/** Numbers of this size are timestamps, not amounts of a test. */
export const firstTime = 1_000_000_000;

/** The figures within a JSON value that may be money: timestamps are not. */
export function moneyIn(value: unknown): readonly Fraction[] {
  return [...figuresOf(value)].map(([, figure]) => figure).filter((figure) => figure.lt(firstTime));
}
