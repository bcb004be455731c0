/** Totals of a summary, recognized by the calls that they sum. */

import Fraction from 'fraction.js';
import { decimalText } from '../oracle/exact.ts';
import type { RecordedCall } from './activity.ts';
import { type AmountColumn, amountColumn, isSame, units } from './amounts.ts';
import { amountIn, listsIn, type Row } from './table.ts';

/** A dimension by which totals are grouped, with the group of each call. */
export interface Dimension {
  readonly name: string;
  groupOf(call: RecordedCall): string | undefined;
}

/** A total that is not the sum of its calls. */
export interface WrongTotal {
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

/** The verdict when no list names a day of the calls. */
export function judgeDays(summary: unknown, calls: readonly RecordedCall[]): WrongTotal | undefined {
  const day = 86_400;
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return undefined;
  const dates = listsIn(summary)
    .map((rows) => rows.flatMap((row) => [...row.values()].find((text) => /^\d{4}-\d{2}-\d{2}$/.test(text)) ?? []))
    .find((texts) => texts.length > 0);
  const expected = new Date(last.at * 1000).toISOString().slice(0, 10);
  if (!dates && !hasTimeNear(summary, last.at)) return { of: `day ${expected}`, expected: 'a total', actual: 'none' };
  // A deployment may begin its days at another hour.
  const isOther = dates?.every((text) => {
    const at = Date.parse(text) / 1000;
    return at > last.at + day || at < first.at - 2 * day;
  });
  return isOther ? { of: `day ${expected}`, expected: 'a total', actual: dates?.join(', ') ?? 'none' } : undefined;
}

/** True where a value in the lists of a summary is a time within two days of `at`, in seconds, milliseconds or as a text. */
function hasTimeNear(summary: unknown, at: number): boolean {
  const texts = listsIn(summary).flatMap((rows) => rows.flatMap((row) => [...row.values()]));
  const times = texts.flatMap((text) =>
    /^\d+$/.test(text) ? [Number(text), Number(text) / 1000] : [Date.parse(text) / 1000],
  );
  return times.some((time) => Math.abs(time - at) <= 2 * 86_400);
}

/** The verdict on one dimension: whether a list of its totals was found, and the first wrong one. */
export interface Totals {
  readonly found: boolean;
  /** The column of their costs, where they have one. */
  readonly costs?: AmountColumn | undefined;
  /** The columns of its lists. */
  readonly columns?: ReadonlySet<string>;
  readonly wrong?: WrongTotal | undefined;
}

/** Judges the totals of one dimension, in every list of a summary that has several of its groups. */
export function judgeTotals(summary: unknown, calls: readonly RecordedCall[], { name, groupOf }: Dimension): Totals {
  const groups = Map.groupBy(calls, (call) => groupOf(call));
  const known = [...groups.keys()].filter((group) => group !== undefined);
  const namesOf = (row: Row) => known.filter((group) => isOf(group, known)(row));
  // A row that names several groups is an envelope of their totals.
  const lists = listsIn(summary).filter(
    (rows) => rows.every((row) => namesOf(row).length <= 1) && new Set(rows.flatMap(namesOf)).size * 2 > known.length,
  );
  let column: AmountColumn | undefined;
  for (const rows of lists) {
    const shown = known.filter((group) => rows.some(isOf(group, known)));
    const absent = known.find((group) => !shown.includes(group) && !isRenamed(rows, groups.get(group) ?? []));
    if (absent !== undefined)
      return { found: true, costs: column, wrong: { of: `${name} ${absent}`, expected: 'a total', actual: 'none' } };
    const sums = shown.map((group) => {
      const own = groups.get(group) ?? [];
      return { group, count: own.length, usd: own.reduce((sum, { usd }) => sum.add(usd), new Fraction(0)) };
    });
    const part = rows.filter((row) => known.some((group) => isOf(group, known)(row)));
    const repeated = [...Map.groupBy(part, labelsOf).values()].find((same) => same.length > 1);
    if (repeated?.[0]) {
      const of = `${name} ${namesOf(repeated[0])[0]}`;
      return { found: true, costs: column, wrong: { of, expected: 'one total', actual: `${repeated.length} totals` } };
    }
    const costs = amountColumn(
      part,
      sums.map(({ usd }) => usd),
    );
    column ??= costs;
    const counts = countColumn(
      part,
      sums.map(({ count }) => count),
    );
    for (const { group, count, usd } of sums) {
      const own = part.filter(isOf(group, known));
      const wrong = wrongCost(own, costs, usd, count) ?? wrongCount(own, counts, count);
      if (wrong) return { found: true, costs: column, wrong: { of: `${name} ${group}`, ...wrong } };
    }
  }
  return { found: lists.length > 0, costs: column, columns: new Set(lists.flat().flatMap((row) => [...row.keys()])) };
}

/** All that a row is the total of: its texts, and numbers that may be a time or an id. */
function labelsOf(row: Row): string {
  const labels = [...row].filter(
    ([path, text]) =>
      amountIn(text) === undefined || /day|date|hour|minute|week|month|time|period|bucket|start|id$/i.test(path),
  );
  return JSON.stringify(labels);
}

/** True where a row has the sum of a group's costs under another name. */
function isRenamed(rows: readonly Row[], calls: readonly RecordedCall[]): boolean {
  const usd = calls.reduce((sum, call) => sum.add(call.usd), new Fraction(0));
  const amounts = rows.flatMap((row) => [...row.values()].flatMap((text) => amountIn(text) ?? []));
  return amounts.some((amount) => units.some((unit) => isSame(amount.div(unit), usd, calls.length + 1)));
}

/** True for rows that name a group, and not a longer one that contains its name. */
function isOf(group: string, known: readonly string[]): (row: Row) => boolean {
  const longer = known.filter((other) => other !== group && other.includes(group));
  return (row) =>
    [...row.values()].some(
      (text) => text === group || (text.includes(group) && !longer.some((other) => text.includes(other))),
    );
}

function wrongCost(rows: readonly Row[], column: AmountColumn | undefined, usd: Fraction, count: number) {
  if (!column) return undefined;
  const shown = sumOf(rows, column.path).div(column.unit);
  return isSame(shown, usd, count + 1)
    ? undefined
    : { expected: `${decimalText(usd)} USD`, actual: `${decimalText(shown)} USD` };
}

function wrongCount(rows: readonly Row[], path: string | undefined, count: number) {
  if (path === undefined) return undefined;
  const shown = sumOf(rows, path);
  return shown.equals(count) ? undefined : { expected: `${count} requests`, actual: `${shown.valueOf()} requests` };
}

const sumOf = (rows: readonly Row[], path: string) =>
  rows.reduce((sum, row) => sum.add(amountIn(row.get(path) ?? '') ?? 0), new Fraction(0));

/** The column of whole numbers that shows most of the expected counts. */
function countColumn(rows: readonly Row[], counts: readonly number[]): string | undefined {
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const scored = paths.map((path) => {
    const left = rows.flatMap((row) => (/^\d+$/.test(row.get(path) ?? '') ? [Number(row.get(path))] : []));
    const found = counts.filter((count) => {
      const at = left.indexOf(count);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return { path, found: found.length };
  });
  const best = scored.toSorted((one, other) => other.found - one.found)[0];
  return best && best.found * 2 > counts.length && new Set(counts).size > 1 ? best.path : undefined;
}

/** The texts that name the operations in the rows, by operation: from the column whose values differ as the operations do. */
export function operationLabels(rows: readonly Row[], calls: readonly RecordedCall[]): ReadonlyMap<string, string> {
  const sizes = [...Map.groupBy(calls, ({ operation }) => operation.id)];
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  for (const path of paths) {
    const texts = [...new Set(rows.flatMap((row) => row.get(path) ?? []))];
    const named = sizes.flatMap(([id, [first]]) => {
      const template = first?.operation.template ?? '';
      const text = texts.find((each) => each === template || each.endsWith(` ${template}`) || template.endsWith(each));
      return text === undefined ? [] : [[id, text] as const];
    });
    if (named.length * 2 > sizes.length && new Set(named.map(([, text]) => text)).size === named.length)
      return new Map(named);
  }
  return new Map();
}
