/** Charges, read off the balance of the API key that the calls are made with. */

import Fraction from 'fraction.js';
import { controlOf } from '../calls/control.ts';
import type { Run } from '../check/run.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { decimalText } from '../oracle/exact.ts';
import { figuresOf, firstTime } from '../oracle/figures.ts';

/** USD of a key whose balance is watched: digits that can be recognized under any name and in any unit. */
export const deposit = new Fraction(1_000_234_567n, 1_000_000n);

/** Units that a balance may use, per USD. */
const units = [1, 100, 1_000, 1_000_000];

/** A new API key, and the responses of its balance. */
export interface Balance {
  readonly key: string;
  /** The response before any call. */
  readonly first: unknown;
  /** Sends a call with the key. */
  send(invocation: Invocation): Promise<Exchange>;
  read(): Promise<unknown>;
}

/** Creates a key and reads its balance; throws `NotTestable` where the control API cannot create keys. */
export async function openBalance(run: Run, usd = deposit): Promise<Balance> {
  const { operations, machines } = run.contract;
  const operation = operations.find(({ machine }) => machine && machines[machine.id]?.of === 'balance');
  if (!operation) throw new NotTestable('open', 'No operation of this host returns a balance.');
  const key = await controlOf(run).keys(decimalText(usd));
  const authorization = `Bearer ${key}`;
  const send = (invocation: Invocation) =>
    run.send({
      ...invocation,
      ...(usd.lt(deposit) && { exhausts: true }),
      headers: { ...invocation.headers, authorization },
    });
  const read = async () => {
    const exchange = await send({ operation });
    if (exchange.received.status === 200) return exchange.received.json;
    throw new UnexpectedResponse(`The balance operation returned ${exchange.received.status}.`, exchange);
  };
  return { key, first: await read(), send, read };
}

/** The figures that differ between two responses of a balance, by their paths, with the difference. */
export function changesIn(first: unknown, now: unknown): ReadonlyMap<string, Fraction> {
  const before = new Map(figuresOf(first));
  const changes = [...figuresOf(now)].map(([path, figure]) => [path, figure.sub(before.get(path) ?? 0)] as const);
  return new Map(changes.filter(([, change]) => !change.equals(0)));
}

/** A change of a balance: money that is no longer available, and the figures that rose with it. */
export interface Movement {
  /** USD by which the available amount has fallen. */
  readonly fall: Fraction;
  /** Amounts added to the other figures, by their paths, in their own units. */
  readonly risen: ReadonlyMap<string, Fraction>;
}

/** Compares two responses of a balance. The first is that of an unused key. Returns `undefined` where no number is the deposit. */
export function movementIn(first: unknown, now: unknown): Movement | undefined {
  const before = new Map(figuresOf(first));
  const changes = changesIn(first, now);
  const falls = availableFalls(before, new Map(figuresOf(now)), changes, deposit);
  if (falls.length === 0) return undefined;
  const fall = falls.find((each) => !each.equals(0)) ?? new Fraction(0);
  const times = new Set([...figuresOf(now)].flatMap(([path, figure]) => (figure.gte(firstTime) ? [path] : [])));
  return { fall, risen: new Map([...changes].filter(([path, change]) => change.gt(0) && !times.has(path))) };
}

/** True for a change of a figure that is an amount, exactly or rounded to cents. */
export function isAmount(change: Fraction, usd: Fraction): boolean {
  return units.some((unit) => change.div(unit).sub(usd).abs().lte(new Fraction(1, 100)));
}

/** How `spendIn` reads a balance. */
export interface BalanceReading {
  /** USD that the key was created with. */
  readonly usd?: Fraction;
  /** Paths of the figures that a running job raises and its end sets back: they count reservations, not spend. */
  readonly reserved?: ReadonlySet<string>;
}

/**
 * The USD that were spent between two responses of a balance, of which the first is that of an unused key.
 *
 * A balance has the available, spent and reserved amounts (core-246) under names that are not given (core-247). The
 * available amount was the deposit at first; the spent amount has risen by as much as that has fallen. Throws `NotTestable`
 * where no number is the deposit, or none has risen so: an amount may still be reserved.
 */
export function spendIn(
  first: unknown,
  now: unknown,
  { usd = deposit, reserved = new Set() }: BalanceReading = {},
): Fraction {
  const before = new Map(figuresOf(first));
  const after = new Map(figuresOf(now));
  const changes = changesIn(first, now);
  const available = availableFalls(before, after, changes, usd);
  if (available.length === 0)
    throw new NotTestable('open', 'No number of the balance matches the amount that the key was created with.');
  const fallen = available.filter((fall) => !fall.equals(0));
  if (fallen.length === 0) return new Fraction(0);
  const spent = [...changes].filter(([path]) => !reserved.has(path));
  const confirmed = fallen.find((fall) =>
    spent.some(([, change]) => units.some((unit) => change.equals(fall.mul(unit)))),
  );
  if (confirmed) return confirmed;
  throw new NotTestable(
    'unserved',
    'The spent amount in the balance does not match the amount by which the balance fell.',
  );
}

/** The fall in USD of each figure that equalled the deposit at first. */
function availableFalls(
  before: ReadonlyMap<string, Fraction>,
  after: ReadonlyMap<string, Fraction>,
  changes: ReadonlyMap<string, Fraction>,
  usd: Fraction,
): readonly Fraction[] {
  return [...before].flatMap(([path, figure]) =>
    units
      .filter((unit) => figure.equals(usd.mul(unit)) && after.has(path))
      .map((unit) => (changes.get(path) ?? new Fraction(0)).div(-unit)),
  );
}
