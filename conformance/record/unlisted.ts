import Fraction from 'fraction.js';
import type { RecordedCall } from './activity.ts';
import { isSame } from './amounts.ts';
import { amountIn, listsIn } from './table.ts';
import type { Dimension, WrongTotal } from './totals.ts';

/** The smallest number of groups for which missing totals count as a finding. */
const minGroups = 3;

/**
 * The verdict when a summary has totals of some dimensions, and of the groups of another neither names nor sums.
 *
 * `unit` is that of the costs in the other totals, per USD. A group counts only where no other dimension has the same sum. Half of them may have other names or be put together.
 */
export function judgeUnlisted(
  summary: unknown,
  calls: readonly RecordedCall[],
  dimension: Dimension,
  { others, unit }: { readonly others: readonly Dimension[]; readonly unit: number },
): WrongTotal | undefined {
  const elsewhere = [calls, ...others.flatMap((other) => groupsOf(calls, other).map(([, group]) => group))].map(sumOf);
  const own = groupsOf(calls, dimension).filter(([, group]) => !elsewhere.some((sum) => isSame(sum, sumOf(group))));
  const text = JSON.stringify(summary);
  const values = listsIn(summary).flatMap((rows) => rows.flatMap((row) => [...row.values()]));
  const figures = values.flatMap((value) => amountIn(value) ?? []);
  const unlisted = own.filter(
    ([name, group]) =>
      !text.includes(name) && !figures.some((figure) => isSame(figure.div(unit), sumOf(group), group.length + 1)),
  );
  if (own.length < minGroups || unlisted.length * 2 <= own.length) return undefined;
  const names = unlisted.map(([name]) => name).join(', ');
  return { of: `each ${dimension.name}`, expected: `totals of ${names}`, actual: 'none of them' };
}

function groupsOf(
  calls: readonly RecordedCall[],
  { groupOf }: Dimension,
): readonly [string, readonly RecordedCall[]][] {
  return [...Map.groupBy(calls, groupOf)].flatMap(([name, group]) => (name === undefined ? [] : [[name, group]]));
}

const sumOf = (calls: readonly RecordedCall[]) => calls.reduce((sum, { usd }) => sum.add(usd), new Fraction(0));
