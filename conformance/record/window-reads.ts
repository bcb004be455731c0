/** Reads the record over a window, for calls whose charges are known. */

import type Fraction from 'fraction.js';
import type { Account } from '../account/account.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { type AmountColumn, amountColumn, amountsOf, matched } from './amounts.ts';
import { csvRows, type Row, rowsIn } from './table.ts';

/** Rows that a read returned, from its list or its CSV text. */
function rowsOf({ received }: Exchange): readonly Row[] {
  return received.json === undefined ? csvRows(received.text) : rowsIn(received.json);
}

/** One read over a window. */
export interface WindowRead {
  readonly exchange: Exchange;
  /** Calls of all that were made that it shows. */
  readonly shown: number;
}

/** Reads the record over windows, with the column of its costs once it is known. */
export class WindowReader {
  readonly #account: Account;
  readonly #operation: Operation;
  #column: AmountColumn | undefined;

  constructor(account: Account, operation: Operation) {
    this.#account = account;
    this.#operation = operation;
  }

  /**
   * Counts the calls that a window shows, by their charges: whether a read has a row of its own is left open.
   *
   * The result is `undefined` where the window is refused. Throws `NotTestable` where no column shows the charges, of which
   * the first read has all.
   */
  async read(query: Readonly<Record<string, string>>, charged: readonly Fraction[]): Promise<WindowRead | undefined> {
    const exchange = await this.#account.send({ operation: this.#operation, query });
    if (exchange.received.status !== 200) return undefined;
    const rows = rowsOf(exchange);
    this.#column ??= amountColumn(rows, charged);
    if (!this.#column && rows.length > 0)
      throw new NotTestable('open', `No column of ${this.#operation.id} has values that match the charges.`);
    return { exchange, shown: this.#column ? matched(amountsOf(rows, this.#column), charged).length : 0 };
  }
}
