import type Fraction from 'fraction.js';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { type Activity, activityOf } from '../../record/activity.ts';
import { amountColumn, amountsOf, difference } from '../../record/amounts.ts';
import { isPaged, type Row, rowsIn } from '../../record/table.ts';

/** The usage record has each charged request once, with its cost to the last digit. */
export const recordRows: ProtocolCheck = {
  id: 'account.record.rows',
  async check(run) {
    const activity = await activityOf(run);
    needWhole(activity);
    return judgeRows(activity, rowsIn(activity.list.received.json), activity.list);
  },
};

/** Throws `NotTestable` where the list has a part of the rows, and says so. */
export function needWhole({ calls, list }: Activity): void {
  const rows = rowsIn(list.received.json);
  if (rows.length < calls.length && isPaged(list.received.json))
    throw new NotTestable('The usage comes in pages, whose form the documents leave open.');
}

/** Compares the costs of rows with what was charged; throws `NotTestable` where no column shows costs. */
export function judgeRows({ calls }: Activity, rows: readonly Row[], exchange: Exchange): Outcome {
  const charged = calls.map(({ usd }) => usd);
  const column = amountColumn(rows, charged);
  if (!column) {
    if (rows.length < calls.length && rows.length > 0) return wrongCount(calls.length, rows.length, exchange);
    throw new NotTestable('No column of the usage record has values that match the charges.');
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
