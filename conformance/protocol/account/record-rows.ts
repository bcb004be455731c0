import Fraction from 'fraction.js';
import { openAccount } from '../../account/account.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';
import { type Activity, activityOf } from '../../record/activity.ts';
import { amountColumn, amountsOf, difference } from '../../record/amounts.ts';
import { readRecord, recordReads } from '../../record/reads.ts';
import { amountIn, csvRows, hasHeading, isPaged, type Row, repeatedKeys, rowsIn } from '../../record/table.ts';

/** The usage record has each charged request once, with its cost to the last digit. */
const recordRows: ProtocolCheck = {
  id: 'account.record.rows',
  async check(run) {
    const activity = await activityOf(run);
    needWhole(activity);
    return judgeRows(activity, rowsIn(activity.list.received.json), activity.list);
  },
};

/** Throws `NotTestable` where the list is one page of several. */
export function needWhole({ calls, list }: Activity): void {
  const rows = rowsIn(list.received.json);
  if (rows.length < calls.length && isPaged(list.received.json))
    throw new NotTestable('open', 'The usage comes in pages, whose form the documents leave open.');
}

/** Compares the costs of rows with what was charged; throws `NotTestable` where no column shows costs. */
function judgeRows({ calls }: Activity, rows: readonly Row[], exchange: Exchange): Outcome {
  const charged = calls.map(({ usd }) => usd);
  const column = amountColumn(rows, charged);
  if (!column) {
    if (rows.length < calls.length && rows.length > 0) return wrongCount(calls.length, rows.length, exchange);
    throw new NotTestable('open', 'No column of the usage record has values that match the charges.');
  }
  const { missing, extra } = difference(amountsOf(rows, column), charged);
  if (missing.length === 0 && extra.length === 0)
    return { verdict: 'pass', detail: `Requests compared: ${calls.length}; their costs are in ${column.path}.` };
  return {
    verdict: 'fail',
    detail: `The usage record does not have each charged request once with its cost, by the values of its column ${column.path}: ${listed('missing', missing)}${listed('not charged', extra)}.`,
    expected: charged.map((usd) => decimalText(usd)).join(', '),
    actual: amountsOf(rows, column)
      .map((usd) => decimalText(usd))
      .join(', '),
    exchange,
  };
}

function listed(what: string, amounts: readonly Fraction[]): string {
  if (amounts.length === 0) return '';
  return `${what} ${amounts
    .slice(0, 3)
    .map((usd) => `${decimalText(usd)} USD`)
    .join(', ')} (${amounts.length}) `;
}

function wrongCount(expected: number, actual: number, exchange: Exchange): Outcome {
  const detail = 'The usage record has fewer rows than requests were charged.';
  return { verdict: 'fail', detail, expected: `${expected} rows`, actual: `${actual} rows`, exchange };
}

/** The CSV download has the rows of the list, with the same values. */
const recordCsv: ProtocolCheck = {
  id: 'account.record.csv',
  async check(run) {
    const activity = await activityOf(run);
    const [list, rows] = [rowsIn(activity.list.received.json), csvRows(activity.csv.received.text)];
    if (list.length === 0) throw new NotTestable('open', 'The usage has no rows that can be compared.');
    const [heading = ''] = activity.csv.received.text.split('\n', 1);
    if (heading.includes('\t') && !heading.includes(','))
      return failure('The CSV download separates its values by tabs.', 'commas', activity.csv, heading);
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

/** Compares the columns that both name alike. Columns in a different format cannot be compared. */
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

/** True for a text that names the standard tier or no tier (core-243). */
function isStandard(text: string): boolean {
  return ['', 'null', 'none', 'standard', 'default'].includes(text.toLowerCase());
}

/** The values of a column, with equal amounts in one format. The standard tier counts as absent. */
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

/** No object of the record has a key twice. Readers would see only one of the values. */
const recordKeys: ProtocolCheck = {
  id: 'account.record.keys',
  async check(run) {
    const { list, summary, csv } = await activityOf(run);
    for (const exchange of [list, ...(summary ? [summary] : [])]) {
      const [key] = repeatedKeys(exchange.received.text);
      if (key === undefined) continue;
      const detail = `An object of the record has the key ${key} twice.`;
      return { verdict: 'fail', detail, expected: 'each key once', actual: `${key} twice`, exchange };
    }
    const heading = csv.received.text.split(/\r?\n/, 1)[0] ?? '';
    const columns = heading.split(/[,;\t]/);
    const twice = columns.find((column, index) => columns.indexOf(column) !== index);
    if (twice === undefined) return { verdict: 'pass' };
    if (!hasHeading(columns)) throw new NotTestable('open', 'The CSV download has no heading.');
    const detail = `The heading of the CSV download has the column ${twice} twice.`;
    return { verdict: 'fail', detail, expected: 'each column once', actual: heading, exchange: csv };
  },
};

/** Requests of one download: more than the usual sizes of a page. */
const callCount = 1_010;

/** Requests under way at the same time. */
const concurrency = 16;

/** A download has every request of its window, however many there are. */
const recordWhole: ProtocolCheck = {
  id: 'account.record.whole',
  async check(run) {
    const { csv } = recordReads(run);
    const account = await openAccount(run);
    const operation = run.contract.operations.find(
      ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
    );
    if (!operation) throw new NotTestable('open', 'No operation is charged by its usage.');
    const calls = Array.from({ length: callCount }, () => sampleOf(operation));
    const exchanges = await inParallel(calls, concurrency, (call) => account.send(call));
    const served = exchanges.filter(({ received }) => received.status === 200).length;
    if (served < callCount / 2) throw new NotTestable('unserved', `Only ${served} of ${callCount} calls were served.`);
    const exchange = await readRecord(account.send, csv, { window: '24h' });
    const rows = csvRows(exchange.received.text).length;
    if (rows >= served) return { verdict: 'pass', detail: `Rows of the download: ${rows}.` };
    return failure(
      'The CSV download does not have every request of its window.',
      `${served} rows`,
      exchange,
      `${rows} rows`,
    );
  },
};

/** The checks of the rows of the usage record, in the list and in the CSV download. */
export const recordRowChecks: readonly ProtocolCheck[] = [recordRows, recordCsv, recordKeys, recordWhole];
