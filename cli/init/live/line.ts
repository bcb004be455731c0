/** Lines through the prices that a seller asks for. */

import Fraction from 'fraction.js';

/** A price in micro-USD at a value of an input. */
export interface Point {
  readonly value: number;
  readonly amount: bigint;
}

/** An affine price in micro-USD: `start + slope * value`. */
export interface Line {
  readonly start: Fraction;
  readonly slope: Fraction;
}

/** Points that show that a price is affine. Two would lie on a line whatever the price is. */
const minPoints = 3;

/** Digits of slopes and starts behind the decimal point of micro-USD, at most. */
const maxDigits = 6;

const half = new Fraction(1, 2);

/** The roundest line whose amounts, rounded half up, are those of all points; `undefined` where there is none. */
export function lineThrough(points: readonly Point[]): Line | undefined {
  if (new Set(points.map(({ value }) => value)).size < minPoints) return undefined;
  const exact = points.map(({ value, amount }) => ({ value: new Fraction(value), amount: new Fraction(amount) }));
  // Two amounts are each half a micro-USD wide, which bounds the slope between them.
  const slopes = exact.flatMap((one) =>
    exact
      .filter((other) => other.value.gt(one.value))
      .map((other) => {
        const rise = other.amount.sub(one.amount);
        const run = other.value.sub(one.value);
        return { low: rise.sub(1).div(run), high: rise.add(1).div(run) };
      }),
  );
  const slope = roundest(slopes);
  if (!slope) return undefined;
  const starts = exact.map(({ value, amount }) => amount.sub(slope.mul(value)));
  const start = roundest(starts.map((each) => ({ low: each.sub(half), high: each.add(half) })));
  return start && { start, slope };
}

/** The number with the fewest digits between all bounds; `undefined` where none is. */
function roundest(bounds: readonly { readonly low: Fraction; readonly high: Fraction }[]): Fraction | undefined {
  const low = bounds.map((each) => each.low).reduce((one, other) => (one.gt(other) ? one : other));
  const high = bounds.map((each) => each.high).reduce((one, other) => (one.lt(other) ? one : other));
  const middle = low.add(high).div(2);
  const rounded = Array.from({ length: maxDigits + 1 }, (_, digits) => middle.round(digits));
  return rounded.find((each) => low.lt(each) && each.lt(high));
}

/** Micro-USD of a line at a value, rounded half up. */
export function amountOn({ start, slope }: Line, value: number): bigint {
  return BigInt(start.add(slope.mul(value)).add(half).floor().toFraction());
}
