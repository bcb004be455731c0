import Fraction from 'fraction.js';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';
import { type Activity, activityOf } from '../../record/activity.ts';
import { readRecord } from '../../record/reads.ts';
import { amountIn, csvRows, type Row, rowsIn } from '../../record/table.ts';
import { judgeRows } from './account.record.rows.ts';

/** The CSV download has the rows of the list, with the same values. */
export const recordCsv: ProtocolCheck = {
  id: 'account.record.csv',
  async check(run) {
    const activity = await activityOf(run);
    const [list, rows] = [rowsIn(activity.list.received.json), csvRows(activity.csv.received.text)];
    if (list.length === 0) throw new NotTestable('The usage has no rows that can be compared.');
    const fewer = judgeCounts(activity.list, activity.csv);
    if (fewer) return fewer;
    const costs = judgeRows(activity, rows, activity.csv);
    if (costs.verdict === 'fail') return costs;
    const values = judgeValues(activity, list, rows);
    return values.verdict === 'fail' ? values : ((await judgeFree(run, activity)) ?? values);
  },
};

function judgeCounts({ received }: Exchange, csv: Exchange): Outcome | undefined {
  const [listed, downloaded] = [rowsIn(received.json).length, csvRows(csv.received.text).length];
  if (downloaded >= listed) return undefined;
  const detail = 'The CSV download has fewer rows than the list over the same window.';
  return failure(detail, `${listed} rows`, csv, `${downloaded} rows`);
}

/** Compares the numbers of rows once more after calls that cost nothing: whether these have rows is left open. */
async function judgeFree(run: Run, { reads, send }: Activity): Promise<Outcome | undefined> {
  const free = run.contract.operations.filter(
    ({ auth, price, method, closed }) => auth === 'key' && !price && method === 'POST' && !closed,
  );
  for (const operation of free) await whereItCan(() => send(sampleOf(operation)));
  const list = await readRecord(send, reads.list, { window: '24h' });
  return judgeCounts(list, await readRecord(send, reads.csv, { window: '24h' }));
}

/** Columns that both name alike have the same values; those of which all are written otherwise cannot be compared. */
function judgeValues({ csv }: Activity, list: readonly Row[], rows: readonly Row[]): Outcome {
  const columns = new Set(rows.flatMap((row) => [...row.keys()]));
  const compared: string[] = [];
  for (const path of new Set(list.flatMap((row) => [...row.keys()]))) {
    const column = [...columns].find((name) => path.endsWith(`/${name}`));
    if (column === undefined) continue;
    const [values, others] = [sorted(list, path), sorted(rows, column)];
    const missing = without(values, others);
    if (missing.length === values.length && ![...values, ...others].every(isCount)) continue;
    compared.push(column);
    // The list may be a page, and reading it may be a request with a row of its own.
    const extra = rows.length > list.length ? [] : without(others, values);
    if (missing.length === 0 && extra.length === 0) continue;
    const detail = `The column ${column} of the CSV download does not have the values of the list: ${Math.max(missing.length, extra.length)} of ${values.length} differ.`;
    return failure(detail, values.join(', '), csv, others.join(', '));
  }
  const tiers = list.filter((row) => [...row].some(([path, value]) => path.endsWith(tier) && !isStandard(value)));
  const shown = rows.filter((row) => [...row.values()].some((value) => value.toLowerCase() === 'flex'));
  if (shown.length < tiers.length) {
    const detail = 'The CSV download does not show the service tier of rows that have one in the list.';
    return failure(detail, `${tiers.length} rows with the tier flex`, csv, `${shown.length} rows`);
  }
  return { verdict: 'pass', detail: `Rows compared: ${rows.length}, by ${compared.join(', ') || 'their costs'}.` };
}

/** The one column whose name and values the documents give (core-096, core-242). */
const tier = '/service_tier';

/** True for what says that a request was served in the standard tier, or nothing (core-243). */
function isStandard(text: string): boolean {
  return ['', 'null', 'none', 'standard', 'default'].includes(text.toLowerCase());
}

/** The values of a column that are there, in one form for equal amounts; the tier that is absent is the standard one. */
function sorted(rows: readonly Row[], path: string): readonly string[] {
  const texts = rows.map((row) => (row.get(path) ?? '').toLowerCase());
  const there = texts.filter((text) => !isStandard(text));
  return there.map((text) => (amountIn(text) ? decimalText(amountIn(text) ?? new Fraction(0)) : text)).toSorted();
}

/** True for whole numbers that are no times, which may be in another unit. */
function isCount(text: string): boolean {
  return /^\d{1,8}$/.test(text);
}

function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const left = Map.groupBy(others, (text) => text);
  return values.filter((value) => left.get(value)?.pop() === undefined);
}
