import type Fraction from 'fraction.js';
import type { Account } from '../account/account.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { amountIn } from './table.ts';

/** One read of the totals over a window. */
export interface SummaryRead {
  readonly exchange: Exchange;
  /** Whether the totals contain the charge, which those of the first read do. */
  readonly contains: boolean;
}

/** A figure of a summary and where it stands. */
type Figure = readonly [path: string, amount: Fraction];

/** Units in which a summary may state a charge, per USD. */
const units = [1, 100, 1_000_000];

/** Reads the totals over windows, with the places that show a charge once they are known. */
export class SummaryReader {
  readonly #account: Account;
  readonly #operation: Operation;
  #places: readonly string[] | undefined;

  constructor(account: Account, operation: Operation) {
    this.#account = account;
    this.#operation = operation;
  }

  /**
   * Reads the totals over a window in which one charge may be.
   *
   * Totals over all time may stand beside those of the window: a window lacks the charge where any place of it does. The
   * result is `undefined` where the window is refused, or no place of the first read shows the charge.
   */
  async read(
    query: Readonly<Record<string, string>>,
    [charged]: readonly Fraction[],
  ): Promise<SummaryRead | undefined> {
    const exchange = await this.#account.send({ operation: this.#operation, query });
    if (exchange.received.status !== 200 || !charged) return undefined;
    const places = [...figuresIn(exchange.received.json)]
      .filter(([, amount]) => units.some((unit) => amount.equals(charged.mul(unit))))
      .map(([path]) => path);
    this.#places ??= places;
    if (this.#places.length === 0) return undefined;
    return { exchange, contains: this.#places.every((path) => places.includes(path)) };
  }
}

function* figuresIn(value: unknown, path = ''): Generator<Figure> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* figuresIn(part, `${path}/${name}`);
    return;
  }
  const amount = typeof value === 'number' || typeof value === 'string' ? amountIn(String(value)) : undefined;
  if (amount) yield [path, amount];
}
