/** What a window of the record shows of calls whose charges are known. */

import type Fraction from 'fraction.js';
import type { Account } from '../account/account.ts';
import type { Exchange } from '../check/exchange.ts';
import type { Operation } from '../contract/contract.ts';
import { amountColumn, amountsOf, matched } from './amounts.ts';
import { csvRows, type Row, rowsIn } from './table.ts';

/** Rows that a read returned, from its list or its CSV text. */
export function rowsOf({ received }: Exchange): readonly Row[] {
  return received.json === undefined ? csvRows(received.text) : rowsIn(received.json);
}

/** One read over a window. */
export interface WindowRead {
  readonly exchange: Exchange;
  /** Calls of all that were made that it shows: by their costs, or where no column shows costs by the number of rows. */
  readonly shown: number;
}

/** Reads the record over a window, and counts the calls that it shows; `undefined` where the window is refused. */
export async function readWindow(
  account: Account,
  operation: Operation,
  query: Readonly<Record<string, string>>,
  charged: readonly Fraction[],
): Promise<WindowRead | undefined> {
  const exchange = await account.send({ operation, query });
  if (exchange.received.status !== 200) return undefined;
  const rows = rowsOf(exchange);
  const column = amountColumn(rows, charged.slice(0, rows.length));
  const shown = column ? matched(amountsOf(rows, column), charged).length : Math.min(rows.length, charged.length);
  return { exchange, shown };
}
