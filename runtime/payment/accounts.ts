import type { Micro } from '../money/usd.ts';
import { type Route, routeName } from '../operation/operation.ts';
import type { SettledPayment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import type { Account, AccountStore, Reservation } from '../store/accounts.ts';
import type { Clock } from '../system/clock.ts';
import { createId, type Random } from '../system/random.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import type { AccountEnds } from './account-ends.ts';
import type { Lifecycles } from './lifecycles.ts';

type Usage = Readonly<Record<string, unknown>>;

/** Calls that an account pays: an amount is reserved before the call, and charged after it. */
export interface Accounts {
  /** Finds the account of a request, whose key is a bearer token or in `x-api-key`. Throws `unauthorized`. */
  authenticate(headers: Readonly<Record<string, string>>): Promise<Account>;
  /** Waits until the ends of earlier calls of a request are stored; rejects where the store cannot keep them. */
  finish(account: Account, fingerprint: string): Promise<void>;
  /**
   * Reserves the maximum price of a call and returns the id of the reservation. Throws `insufficient-balance`.
   *
   * If the same request was charged and its answer did not arrive, returns the reservation of that call, which costs nothing more.
   * Waits until the ends of earlier calls of that request are stored, and rejects where the store cannot keep them.
   */
  reserve(account: Account, route: Route, amount: Micro, fingerprint?: string): Promise<string>;
  /** Records a call that costs nothing. */
  record(account: Account, route: Route, usage: Usage): Promise<void>;
  /** Ends a reservation with the price of the call, and records the call; returns false where it has been charged already. */
  charge(reservation: string, amount: Micro, usage?: Usage): Promise<boolean>;
  /** Ends a reservation with the reserved amount, which is the quoted price of a job. */
  settle(reservation: string, usage?: Usage): Promise<SettledPayment>;
  /** Ends the answer of a charged call: `whole` if it was sent; otherwise the same request is owed it. */
  answered(reservation: string, whole: boolean): Promise<void>;
  /** Ends a reservation without a charge. */
  release(reservation: string): Promise<void>;
}

const bearer = /^Bearer +(\S+)$/i;

const prefix = 'reservation_';

/** Milliseconds after which the reservation of a job that is not polled expires; a clip can be claimed for as long. */
const life = 48 * 60 * 60 * 1000;

/** Milliseconds for which an answer that did not arrive is owed, and times that its call is repeated. */
export const owed = { life: 24 * 60 * 60 * 1000, repeats: 3 };

/** True if a claim is a reservation of an account. */
export function isReservation(claim: string): boolean {
  return claim.startsWith(prefix);
}

/** The id of the usage row of a reservation. */
function rowOf(reservation: string): string {
  return `request_${reservation.slice(prefix.length)}`;
}

/** The state of a claim: it has paid, its call is at work, a job keeps it, or it is free, which is released or unknown. */
export type ClaimEnd = 'paid' | 'open' | 'held' | 'free';

/** The state of a reservation. */
export async function stateOfReservation(
  accounts: AccountStore,
  ends: Pick<AccountEnds, 'has'>,
  id: string,
): Promise<ClaimEnd> {
  // In this order: a charge ends the reservation and adds the row in one step.
  const reservation = await accounts.findReservation(id);
  if (reservation) return reservation.left && !ends.has(id) ? 'held' : 'open';
  return (await accounts.hasUsage(rowOf(id))) ? 'paid' : 'free';
}

/** The name of a request among the ends of calls. */
function requestOf(account: string, fingerprint: string): string {
  return `${account} ${fingerprint}`;
}

/** Dependencies of the accounts. */
export interface AccountsOptions {
  readonly machine: Lifecycles['balance'];
  readonly accounts: AccountStore;
  readonly ends: AccountEnds;
  readonly clock: Clock;
  readonly random: Random;
  readonly earned: (operation: string, amount: Micro) => void;
}

/** Creates the accounts of one gateway. */
export function createAccounts({ machine, accounts, ends, clock, random, earned }: AccountsOptions): Accounts {
  async function setAside(account: string, route: Route, amount: Micro, fingerprint?: string): Promise<string> {
    const reservation = {
      ...createReservation({ clock, random }, account, route, amount),
      ...(fingerprint && { fingerprint }),
    };
    const covered = await accounts.reserve(reservation, clock.now());
    if (!isReserved(machine, covered)) throw new Problem('insufficient-balance');
    return reservation.id;
  }

  async function record(reservation: Reservation, amount: Micro, usage: Usage): Promise<boolean> {
    const { id, account, route, operation } = reservation;
    const row = { id: rowOf(id), account, at: clock.now(), route, operation, amount, data: usage };
    const isFirst = await accounts.charge(id, row);
    if (isFirst) earned(operation, amount);
    return isFirst;
  }

  return {
    authenticate: (headers) => authenticate(accounts, headers),
    finish: ({ id }, fingerprint) => ends.finish(requestOf(id, fingerprint)),
    async reserve({ id: account }, route, amount, fingerprint) {
      if (fingerprint === undefined) return setAside(account, route, amount);
      const request = requestOf(account, fingerprint);
      await ends.finish(request);
      const earlier = { account, fingerprint, since: clock.now() - owed.life, repeats: owed.repeats };
      const id = (await accounts.retake(earlier)) ?? (await setAside(account, route, amount, fingerprint));
      ends.begin(id, request);
      return id;
    },
    async record({ id }, route, usage) {
      const reservation = createReservation({ clock, random }, id, route, 0n);
      await accounts.reserve(reservation, clock.now());
      await record(reservation, 0n, usage);
    },
    async charge(id, amount, usage = {}) {
      const reservation = await accounts.findReservation(id);
      return (
        reservation !== undefined && stateAfter(machine, 'succeed') === 'charged' && record(reservation, amount, usage)
      );
    },
    async settle(id, usage = {}) {
      const reservation = await accounts.findReservation(id);
      const first =
        reservation && stateAfter(machine, 'succeed') === 'charged'
          ? await record(reservation, reservation.amount, usage)
          : false;
      // A call that is neither charged nor reserved can no longer be paid.
      if (!first && !(await accounts.hasUsage(rowOf(id)))) throw new PaymentProblem('settlement-failed');
      const { account: payer = '', amount = 0n } = reservation ?? {};
      return { txHash: rowOf(id), network: '', payer, amount, first };
    },
    answered: (id, whole) => accounts.answered(id, whole),
    async release(id) {
      if (stateAfter(machine, 'fail') === 'released') await accounts.release(id);
    },
  };
}

function createReservation(
  { clock, random }: Pick<AccountsOptions, 'clock' | 'random'>,
  account: string,
  route: Route,
  amount: Micro,
): Reservation {
  const id = createId(random, 'reservation');
  return { id, account, amount, route: routeName(route), operation: route.operation.id, expiresAt: clock.now() + life };
}

async function authenticate(
  accounts: AccountStore,
  headers: Parameters<Accounts['authenticate']>[0],
): Promise<Account> {
  const key = bearer.exec(headers.authorization ?? '')?.[1] ?? headers['x-api-key'];
  const account = key && (await accounts.findByKey(key));
  if (!account) throw new Problem('unauthorized');
  return account;
}

/** Whether a call may begin on a balance that covers it, or does not. */
function isReserved(machine: Lifecycles['balance'], covered: boolean): boolean {
  const step = machine.step(machine.initial, 'reserve', { balance: { covered } });
  return step.ok && step.state === 'reserved';
}

/** The state of a reservation after the end of its call. */
function stateAfter(machine: Lifecycles['balance'], event: 'succeed' | 'fail'): string | undefined {
  const step = machine.step('reserved', event, { balance: { covered: true } });
  return step.ok ? step.state : undefined;
}
