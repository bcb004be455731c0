/** Payments from claim to settlement: only this module decides whether a payment is charged. */

import type { Log } from '../logging/log.ts';
import type { ClaimDefinition } from '../operation/host.ts';
import type { Payment, SettledPayment } from '../operation/payment.ts';
import type { Claim } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import type { RecentSet } from '../system/recent-set.ts';
import { AccountEnds } from './account-ends.ts';
import { type Accounts, type ClaimEnd, createAccounts, isReservation, stateOfReservation } from './accounts.ts';
import type { SettleAtOnce } from './at-once.ts';
import { CallEnds } from './call-ends.ts';
import { createClaiming } from './claiming.ts';
import { createHangUps, type HangUps } from './hang-ups.ts';
import type { Lifecycles } from './lifecycles.ts';
import { createLiveCalls } from './live-calls.ts';
import { createOpening } from './opening.ts';
import { createPurging } from './purging.ts';
import { createPursuit } from './pursuit.ts';
import { endInterrupted, type FindAccepted, reconcile } from './reconcile.ts';
import { type Earned, Settlement, type SettlingCall } from './settlement.ts';
import type { Settler } from './settler.ts';

/** Takes payments through claim, settlement and release. Claims of account hosts are reservations. */
export interface Payments {
  /**
   * Takes a payment for one request; `reuse` says which earlier claims of the same payment and request may be taken again.
   *
   * Throws a `PaymentProblem`: `used`, `unfunded`, `unsettleable` or `settlement-unknown`.
   */
  open(payment: Payment, fingerprint: string, reuse: ClaimDefinition): Promise<Claim>;
  /**
   * Moves the funds of a claim exactly once, however many calls settle it at the same time.
   *
   * If the payment of the claim has expired, the payment of the call replaces it. Throws
   * `settlement-failed`, after which the call may be repeated, and `settlement-unknown`.
   */
  settle(claim: string, call: SettlingCall, usage?: Readonly<Record<string, unknown>>): Promise<SettledPayment>;
  /**
   * Releases a payment because this outcome is never charged. If it has settled, the same request is owed its answer.
   *
   * If the store fails, this rejects, and the release is tried again until it is done.
   */
  release(claim: string): Promise<void>;
  /**
   * Ends a call that broke off by an error of this service, such as a store that fails, as if its process had ended.
   *
   * If it has had its effect it is settled, and the same request is owed its answer; otherwise it is released. If the store still
   * fails, this rejects, and is tried again until it is done.
   */
  interrupted(claim: string): Promise<void>;
  /** The state of a claim or a reservation. */
  stateOf(claim: string): Promise<ClaimEnd>;
  /** Ends a call whose answer was sent. If it did not arrive whole, the same request is owed its answer. */
  answered(claim: string, whole: boolean): Promise<void>;
  /** Keeps a claim for a job beyond its call. Await it before the job is stored. */
  hold(claim: string): Promise<void>;
  /** Sets the fields of the response to a replay of this payment. */
  setReplay(claim: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Completes or releases claims and reservations that a crash interrupted, and begins to purge. Call it before serving. */
  reconcile(): Promise<void>;
  /** Stops the work in the background. */
  close(): void;
  readonly accounts: Accounts;
  readonly hangUps: HangUps;
  /** Payers whose last settlement failed. They settle before they are served. */
  readonly debtors: Pick<RecentSet, 'has' | 'clear'>;
}

/** Dependencies of the payments. */
export interface PaymentsOptions {
  readonly lifecycles: Lifecycles;
  readonly store: Store;
  readonly settler: Settler;
  readonly settleAtOnce?: SettleAtOnce | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly findAccepted?: FindAccepted | undefined;
  readonly earned: Earned;
}

/** Creates the payments of one gateway process. */
export function createPayments(options: PaymentsOptions): Payments {
  const { lifecycles, store, clock, log } = options;
  const { claims } = store;
  const pursuit = createPursuit(log);
  const accountEnds = new AccountEnds(pursuit);
  const parts = { machine: lifecycles.balance, accounts: store.accounts, ends: accountEnds };
  const accounts = createAccounts({ ...options, ...parts });
  const hasMoved = async (payment: Payment) => (await store.ledger.transferOf(payment)) !== undefined;
  const settlement = new Settlement({ ...options, claims, hasMoved, lost });
  const live = createLiveCalls(claims);
  // The same request may have come again since the claim was read.
  const recover = (claim: Claim) =>
    live.taking(claim.payment, async () => !live.has(claim.id) && settlement.recover(claim));
  const ends = new CallEnds({ accounts, accountEnds, claims, settlement, live, pursuit, log });
  const purging = createPurging(options);
  const isInStore = options.settleAtOnce !== undefined;
  const claimPayment = createClaiming({ ...options, claims, isInStore });
  const open = createOpening({ claimPayment, settlement, live, ends, lease: store.lease });

  function lost(id: string, operation?: string): void {
    pursuit.add(`look up ${id}`, () => ends.lookUp(id, operation));
  }

  const payments: Payments = {
    accounts,
    hangUps: createHangUps(clock),
    debtors: settlement.debtors,
    open,
    settle: (id, call, usage) =>
      isReservation(id) ? accounts.settle(id, usage) : settlement.settle(id, call, live.has(id)),
    release: (id) => ends.release(id),
    async interrupted(id) {
      if (isReservation(id)) return accountEnds.end('interrupt', id, () => endReservation(options, accounts, id));
      const work = () => endInterrupted({ ...options, payments }, id, { giveBack: () => payments.release(id) });
      await work().catch((error: unknown) => {
        pursuit.add(`end ${id}`, work);
        throw error;
      });
    },
    stateOf: (id) => stateOf(store, accountEnds, id),
    answered: (id, whole) => ends.answered(id, whole),
    async hold(id) {
      await (isReservation(id) ? store.accounts : claims).hold(id);
      accountEnds.forget(id);
      live.forget(id);
    },
    setReplay: (id, fields) => (isReservation(id) ? Promise.resolve() : claims.setReplay(id, fields)),
    async reconcile() {
      await reconcile({ ...options, payments, recover });
      purging.start();
    },
    close() {
      pursuit.close();
      purging.close();
    },
  };
  return payments;
}

async function stateOf({ accounts, claims }: Store, ends: AccountEnds, id: string): Promise<ClaimEnd> {
  if (isReservation(id)) return stateOfReservation(accounts, ends, id);
  const { state = 'released', held } = (await claims.find(id)) ?? {};
  if (state === 'released') return 'free';
  if (state === 'claimed' && held) return 'held';
  return state === 'settled' || state === 'owed' ? 'paid' : 'open';
}

/** Ends an interrupted call of an account. Its steps are tried again together, so none of them is tried again by itself. */
function endReservation(options: PaymentsOptions, accounts: Accounts, id: string): Promise<void> {
  const payments = { ...accounts, settle: (reservation: string) => accounts.settle(reservation) };
  return endInterrupted({ ...options, payments }, id, { giveBack: () => accounts.release(id) });
}
