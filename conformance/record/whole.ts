/** Totals of everything that one key did: those of its key, and of all requests. */

import Fraction from 'fraction.js';
import { decimalText } from '../oracle/exact.ts';
import { figuresOf } from '../oracle/figures.ts';
import type { RecordedCall } from './activity.ts';
import { type AmountColumn, isSame } from './amounts.ts';
import { amountIn, listsIn, type Row } from './table.ts';
import type { Dimension, WrongTotal } from './totals.ts';

/**
 * The wrong one of the figures that come near the sum of all calls, or their number, and have the name of one that is it.
 *
 * Totals of everything stand alone, so that no list tells them; a total of one group may come near as well.
 */
export function judgeWhole(
  summary: unknown,
  calls: readonly RecordedCall[],
  dimensions: readonly Dimension[],
  unit: number,
): WrongTotal | undefined {
  const groups = [calls, ...dimensions.flatMap(({ groupOf }) => [...Map.groupBy(calls, groupOf).values()])];
  const figures = [...figuresOf(summary)].map(([path, figure]) => ({ leaf: path.replace(/^.*\//, ''), figure }));
  const sums = groups.map((group) => group.reduce((sum, { usd }) => sum.add(usd), new Fraction(0)));
  const isSum = (figure: Fraction, sum: Fraction) => isSame(figure.div(unit), sum, calls.length + 1);
  const counts = groups.map((group) => new Fraction(group.length));
  return (
    wrongWhole(figures, sums, isSum, (usd) => `${decimalText(usd)} USD`) ??
    wrongWhole(
      figures,
      counts,
      (figure, count) => figure.equals(count),
      (count) => `${count.valueOf()} requests`,
    )
  );
}

function wrongWhole(
  figures: readonly { readonly leaf: string; readonly figure: Fraction }[],
  [whole = new Fraction(0), ...parts]: readonly Fraction[],
  equals: (figure: Fraction, sum: Fraction) => boolean,
  print: (sum: Fraction) => string,
): WrongTotal | undefined {
  const right = figures.filter(({ figure }) => equals(figure, whole));
  const leaves = new Set(right.map(({ leaf }) => leaf));
  const near = figures.find(
    ({ leaf, figure }) =>
      leaves.has(leaf) &&
      figure.sub(whole).abs().lte(whole.div(5)) &&
      ![whole, ...parts].some((sum) => equals(figure, sum)),
  );
  return near && { of: 'all requests', expected: print(whole), actual: decimalText(near.figure) };
}

/**
 * The verdict on the list of totals by key: one row, which shows the end of the key or has a column that is called key.
 *
 * `costs` is the column of costs in the other totals; a row without it is ignored.
 */
export function judgeKey(
  summary: unknown,
  calls: readonly RecordedCall[],
  key: string,
  costs: AmountColumn,
): WrongTotal | undefined {
  const whole = calls.reduce((sum, { usd }) => sum.add(usd), new Fraction(0));
  for (const [row, ...others] of listsIn(summary)) {
    const cost = row && others.length === 0 && isOfKey(row, key) ? amountIn(row.get(costs.path) ?? '') : undefined;
    const usd = cost?.div(costs.unit);
    if (usd && !isSame(usd, whole, calls.length + 1))
      return { of: 'the key', expected: `${decimalText(whole)} USD`, actual: `${decimalText(usd)} USD` };
  }
  return undefined;
}

/** Lists that a summary has besides its totals by key: one for each other dimension. */
const otherLists = 3;

/** The verdict where a summary has a list of totals for each other dimension, and nothing that could be totals by key. */
export function judgeUnkeyed(summary: unknown, key: string, costs: AmountColumn): WrongTotal | undefined {
  const lists = listsIn(summary).filter((rows) => rows.every((row) => row.has(costs.path)));
  const isNamed = [...figuresOf(summary)].some(([path]) => /key/i.test(path));
  if (isNamed || lists.length !== otherLists || JSON.stringify(summary).includes(key.slice(-shownEnd)))
    return undefined;
  return { of: 'the key', expected: 'a total', actual: 'none' };
}

/** Characters of a key that are shown where the others are masked. */
const shownEnd = 4;

function isOfKey(row: Row, key: string): boolean {
  return [...row].some(
    ([path, text]) => amountIn(text) === undefined && (/key$/i.test(path) || text.endsWith(key.slice(-shownEnd))),
  );
}
