/** Charges, read off the balance of the API key that the calls are made with. */

import Fraction from 'fraction.js';
import type { Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import { decimalText } from '../oracle/exact.ts';
import { figuresOf } from '../oracle/figures.ts';
import { controlOf } from '../protocol/settlement/ledger.ts';

/** USD of a key whose balance is watched: digits that can be recognized under any name and in any unit. */
export const deposit = new Fraction(1_000_234_567n, 1_000_000n);

/** Units that a balance may use, per USD. */
const units = [1, 100, 1_000, 1_000_000];

/** Names of reserved amounts, which are released when a call ends. */
const reserved = /reserv|h[oe]ld|pend|open/i;

/** An API key whose balance is watched. */
export interface Account {
  readonly key: string;
  /** Sends a call with the key. */
  send(invocation: Invocation): Promise<Exchange>;
  /** USD charged so far; throws `NotTestable` where the balance does not show it. */
  spent(): Promise<Fraction>;
}

/** Creates a key whose balance is watched; throws `NotTestable` where the control API cannot create keys. */
export async function openAccount(run: Run, usd = deposit): Promise<Account> {
  const { operations, machines } = run.contract;
  const operation = operations.find(({ machine }) => machine && machines[machine.id]?.of === 'balance');
  if (!operation) throw new NotTestable('No operation of this host returns a balance.');
  const key = await controlOf(run).keys(decimalText(usd));
  const authorization = `Bearer ${key}`;
  const send = (invocation: Invocation) =>
    run.send({ ...invocation, headers: { ...invocation.headers, authorization } });
  const balance = async () => {
    const exchange = await send({ operation });
    if (exchange.received.status === 200) return exchange.received.json;
    throw new UnexpectedResponse(`The balance operation returned ${exchange.received.status}.`, exchange);
  };

  const first = await balance();
  return { key, send, spent: async () => spendIn(first, await balance(), usd) };
}

/**
 * The USD that were spent between two responses of a balance, of which the first is that of an unused key.
 *
 * A balance has the available, spent and reserved amounts (core-246) under names that are not given (core-247). The
 * available amount was the deposit at first; the spent amount has risen by as much as that has fallen. Throws `NotTestable`
 * where no number is the deposit, or none has risen so: an amount may still be reserved.
 */
export function spendIn(first: unknown, now: unknown, usd = deposit): Fraction {
  const [before, after] = [new Map(figuresOf(first)), new Map(figuresOf(now))];
  const changes = [...after].map(([path, figure]) => ({ path, change: figure.sub(before.get(path) ?? 0) }));
  const available = changes.flatMap(({ path, change }) =>
    units.filter((unit) => before.get(path)?.equals(usd.mul(unit))).map((unit) => change.div(-unit)),
  );
  if (available.length === 0)
    throw new NotTestable('No number of the balance matches the amount that the key was created with.');
  const fallen = available.filter((fall) => !fall.equals(0));
  if (fallen.length === 0) return new Fraction(0);
  const spent = changes.filter(({ path }) => !reserved.test(path));
  const confirmed = fallen.find((fall) =>
    spent.some(({ change }) => units.some((unit) => change.equals(fall.mul(unit)))),
  );
  if (confirmed) return confirmed;
  throw new NotTestable('The spent amount in the balance does not match the amount by which the balance fell.');
}
