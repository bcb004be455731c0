import Fraction from 'fraction.js';
import { isList, type Value } from '../../../cel/values.ts';
import type { Input } from '../calls/domain.ts';
import type { CallPair } from '../calls/pair.ts';
import { valueAt } from '../calls/reads.ts';
import type { PricedCall } from './prices.ts';
import { nameOf } from './series.ts';

/** An input above whose value something differs. */
export interface Threshold {
  readonly input: string;
  readonly above: number;
}

/**
 * The input that alone decides whether a call has two prices: they are equal up to some value of it, and differ above.
 *
 * `at` prices a call with another number as an input, so that the exact number is found between those that were tried.
 */
export function thresholdOf(
  pair: CallPair,
  inputs: readonly Input[],
  priced: readonly PricedCall[],
  at: (input: Input, value: number) => PricedCall | undefined,
): Threshold | undefined {
  // A word of a list is chosen by what it says, not by its length.
  const measured = inputs.filter(
    ({ complete, values }) => !complete || !values.some((value) => typeof value === 'string'),
  );
  for (const input of measured) {
    let equal = -Infinity;
    let differing = Infinity;
    for (const { call, difference } of priced) {
      const { variables } = pair.environment('new', call.request, call.response);
      const value = sizeOf(valueAt(variables[input.root], input.path));
      if (value === undefined) continue;
      if (difference.equals(0)) equal = Math.max(equal, value);
      else differing = Math.min(differing, value);
    }
    if (equal === -Infinity || equal >= differing) continue;
    const isNumber = input.values.every((value) => value === undefined || typeof value === 'number');
    return { input: nameOf(input), above: isNumber ? between(equal, differing, (value) => at(input, value)) : equal };
  }
  return undefined;
}

/** The largest whole number at which the prices are equal, between one where they are and one where they differ. */
function between(equal: number, differing: number, at: (value: number) => PricedCall | undefined): number {
  if (!Number.isInteger(equal) || !Number.isFinite(differing)) return equal;
  let [low, high] = [equal, Math.ceil(differing)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const found = at(middle);
    if (!found) return low;
    [low, high] = found.difference.equals(0) ? [middle, high] : [low, middle];
  }
  return low;
}

/** The number that a value is, or the length of a text or list. */
function sizeOf(value: Value | undefined): number | undefined {
  if (value instanceof Fraction) return value.valueOf();
  return typeof value === 'string' || (value !== undefined && isList(value)) ? value.length : undefined;
}
