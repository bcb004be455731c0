/** Columns of amounts, recognized by the amounts that were charged. */

import Fraction from 'fraction.js';
import { amountIn, type Row } from './table.ts';

/** A column of amounts, and its unit per USD. */
export interface AmountColumn {
  readonly path: string;
  readonly unit: number;
}

/** Units that amounts may be in, per USD. */
export const units = [1, 100, 1_000, 1_000_000];

/** The rounding tolerance of a recorded amount, in USD. */
const micro = new Fraction(1, 1_000_000);

/** The smallest share of all money that the column of costs has to show. */
const minShare = new Fraction(3, 5);

/** The amounts of a column in USD; rows without one are left out. */
export function amountsOf(rows: readonly Row[], { path, unit }: AmountColumn): readonly Fraction[] {
  return rows.flatMap((row) => amountIn(row.get(path) ?? '')?.div(unit) ?? []);
}

/** True for amounts that differ by rounding to micro-USD at most. */
export function isSame(one: Fraction, other: Fraction, count = 1): boolean {
  return one.sub(other).abs().lt(micro.mul(count));
}

/** True for two amounts one of which may be a wrong form of the other. */
function isNear(one: Fraction, other: Fraction): boolean {
  return one.sub(other).abs().lte(other.abs().div(10)) || isSame(one, other);
}

/**
 * Finds the column that shows expected amounts.
 *
 * It is recognized by the larger amounts, so that one that is wrong here and there, or rounded, is found as well.
 */
export function amountColumn(rows: readonly Row[], expected: readonly Fraction[]): AmountColumn | undefined {
  const whole = expected.reduce((sum, each) => sum.add(each), new Fraction(0));
  if (whole.equals(0)) return undefined;
  const paths = new Set(rows.flatMap((row) => [...row.keys()]));
  const scored = [...paths].flatMap((path) =>
    units.map((unit) => {
      const amounts = amountsOf(rows, { path, unit });
      const exact = matched(amounts, expected, isSame);
      const near = matched(amounts, expected, isNear);
      return { path, unit, exact: exact.length, near: near.reduce((sum, each) => sum.add(each), new Fraction(0)) };
    }),
  );
  const likely = scored.filter(({ near }) => near.gte(whole.mul(minShare)));
  const best = likely.toSorted((one, other) => other.exact - one.exact || other.near.compare(one.near))[0];
  return best && { path: best.path, unit: best.unit };
}

/** The expected amounts that are among others, each counted once. */
export function matched(
  amounts: readonly Fraction[],
  expected: readonly Fraction[],
  equals: (amount: Fraction, expected: Fraction) => boolean = isSame,
): readonly Fraction[] {
  const left = [...amounts];
  return expected.filter((each) => {
    const at = left.findIndex((amount) => equals(amount, each));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The amounts by which two lists differ, zeros left out: missing ones, and those that should not be there. */
export function difference(amounts: readonly Fraction[], expected: readonly Fraction[]) {
  const isCharge = (amount: Fraction) => !amount.equals(0);
  const missing = without(expected.filter(isCharge), amounts);
  const extra = without(amounts.filter(isCharge), expected);
  return { missing, extra };
}

function without(all: readonly Fraction[], others: readonly Fraction[]): readonly Fraction[] {
  const left = [...others];
  return all.filter((each) => {
    const at = left.findIndex((other) => isSame(other, each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
