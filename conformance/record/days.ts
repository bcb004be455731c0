/** Whether totals by day keep the requests of two days apart. */

import type Fraction from 'fraction.js';
import { type Account, openAccount } from '../account/account.ts';
import { controlOf } from '../calls/control.ts';
import { failure, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { readRecord, recordReads } from './reads.ts';
import { amountIn, listsIn, type Row } from './table.ts';

/** Seconds between two requests that no clock in the world puts on one day. */
const apart = 2 * 86_400;

/** The failure of totals by day that show charged requests of two days on one; it moves the clock. */
export async function judgeTwoDays(run: Run): Promise<Outcome | undefined> {
  const { summary } = recordReads(run);
  if (!summary) return undefined;
  const account = await openAccount(run);
  await callsOf(run, account, 1);
  await controlOf(run).advance(apart);
  await callsOf(run, account, 1);
  const exchange = await readRecord(account.send, summary, { window: '7d' });
  const days = listsIn(exchange.received.json).find((rows) => rows.length > 0 && rows.every(isDay));
  const filled = days?.filter(hasFigures);
  if (filled?.length !== 1) return undefined;
  const detail = 'The totals by day show the charged requests of two days on one.';
  return failure(detail, 'totals of two days', exchange, [...(filled[0]?.values() ?? [])].join(', '));
}

/** True for a row that is about a day and nothing else: its only text is a date. */
function isDay(row: Row): boolean {
  const texts = [...row.values()].filter((text) => amountIn(text) === undefined);
  return texts.length === 1 && /^\d{4}-\d{2}-\d{2}$/.test(texts[0] ?? '');
}

function hasFigures(row: Row): boolean {
  return [...row.values()].some((text) => amountIn(text)?.gt(0));
}

/** Makes a number of metered calls with a key, and returns the charge of each in USD. Throws `NotTestable`. */
export async function callsOf(run: Run, account: Account, count: number): Promise<readonly Fraction[]> {
  const operation = run.contract.operations.find(
    ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
  );
  if (!operation) throw new NotTestable('open', 'No operation is charged by its usage.');
  const charged: Fraction[] = [];
  let before = await account.spent();
  for (let made = 0; made < count; made += 1) {
    const { received } = await account.send(sampleOf(operation));
    if (received.status !== 200) throw new NotTestable('unserved', `${operation.id} returned ${received.status}.`);
    const spent = await account.spent();
    charged.push(spent.sub(before));
    before = spent;
  }
  return charged;
}
