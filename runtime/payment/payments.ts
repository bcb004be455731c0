/** Payments from claim to settlement: only this module decides whether a payment is charged. */

import type { Log } from '../logging/log.ts';
import { formatUsd } from '../money/usd.ts';
import type { Payment, SettledPayment } from '../operation/payment.ts';
import type { Claim, ClaimOutcome } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import { lateProblem } from '../x402/terms.ts';
import { type Accounts, createAccounts, isReservation } from './accounts.ts';
import type { SettleAtOnce } from './at-once.ts';
import { createClaiming } from './claiming.ts';
import { createHangUps, type HangUps } from './hang-ups.ts';
import type { Lifecycles } from './lifecycles.ts';
import { createLiveCalls } from './live-calls.ts';
import { createPursuit } from './pursuit.ts';
import { type FindAccepted, reconcile } from './reconcile.ts';
import { createSettlement, type SettlingCall } from './settlement.ts';
import type { Settler } from './settler.ts';

/** Takes payments through claim, settlement and release. Claims of account hosts are reservations. */
export interface Payments {
  /**
   * Takes a payment for one request.
   *
   * Throws a `PaymentProblem`: `used`, `unfunded`, `unsettleable` or `settlement-unknown`.
   */
  open(payment: Payment, fingerprint: string): Promise<Claim>;
  /**
   * Moves the funds of a claim exactly once, however many calls settle it at the same time.
   *
   * If the payment of the claim has expired, the payment of the call replaces it. Throws
   * `settlement-failed`, after which the call may be repeated, and `settlement-unknown`.
   */
  settle(claim: string, call: SettlingCall, usage?: Readonly<Record<string, unknown>>): Promise<SettledPayment>;
  /** Releases a payment because this outcome is never charged. If it has settled, the same request is owed its answer. */
  release(claim: string): Promise<void>;
  /** Ends a call whose answer was sent. If it did not arrive whole, the same request is owed its answer. */
  answered(claim: string, whole: boolean): Promise<void>;
  /** Keeps a claim for a job beyond its call. Await it before the job is stored. */
  hold(claim: string): Promise<void>;
  /** Sets the fields of the response to a replay of this payment. */
  setReplay(claim: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Completes or releases claims and reservations that a crash interrupted. Call it before serving. */
  reconcile(): Promise<void>;
  /** True if a claim or a reservation may still settle, or has settled. */
  isOpen(claim: string): Promise<boolean>;
  /** Stops the work in the background. */
  close(): void;
  readonly accounts: Accounts;
  readonly hangUps: HangUps;
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
}

/** Creates the payments of one gateway process. */
export function createPayments(options: PaymentsOptions): Payments {
  const { lifecycles, store, clock, random, log } = options;
  const { claims } = store;
  const lifecycle = lifecycles.payment;
  const accounts = createAccounts({ machine: lifecycles.balance, accounts: store.accounts, clock, random });
  const pursuit = createPursuit(pursue, log);
  const lost = pursuit.add;
  const { move, recover, settle, settleLive } = createSettlement({ ...options, lifecycle, claims, lost });
  const live = createLiveCalls(claims);
  const settling = new Map<string, Promise<SettledPayment>>();
  const isInStore = options.settleAtOnce !== undefined;
  const claimPayment = createClaiming({ ...options, lifecycle, claims, isInStore });

  async function take(payment: Payment, fingerprint: string): Promise<ClaimOutcome> {
    const taken = await claimPayment(payment, fingerprint);
    return taken.outcome === 'owed' && live.has(taken.claim.id) ? { ...taken, outcome: 'replayed' } : taken;
  }

  /** Looks up the outcome of a settlement, while no call works on its payment. */
  async function pursue(id: string): Promise<void> {
    const claim = await claims.find(id);
    if (claim?.state !== 'settling' || claim.elsewhere) return;
    await live.taking(claim.payment, () => recover(claim));
  }

  /** Takes a payment, also one that an ended process left unfinished. */
  async function open(payment: Payment, fingerprint: string): Promise<Claim> {
    let taken = await take(payment, fingerprint);
    if (taken.outcome === 'replayed' && isLeft(taken.claim) && (await recover(taken.claim))) {
      taken = await take(payment, fingerprint);
    }
    const claim = claimIn(taken, { payment, fingerprint, lease: store.lease });
    live.begin(claim.id, payment);
    return claim;
  }

  /** True if an ended process left a claim in its state. */
  function isLeft({ id, state, held, elsewhere }: Claim): boolean {
    if (elsewhere || live.has(id) || settling.has(id)) return false;
    return state === 'settling' || (state === 'claimed' && !held);
  }

  const payments: Payments = {
    accounts,
    hangUps: createHangUps(clock),
    open: (payment, fingerprint) => live.taking(payment, () => open(payment, fingerprint)),
    settle(id, call, usage) {
      if (isReservation(id)) return accounts.settle(id, usage);
      const running = settling.get(id);
      if (running) return running.then((end) => ({ ...end, first: false }));
      const attempt = (live.has(id) ? settleLive : settle)(id, call).finally(() => settling.delete(id));
      settling.set(id, attempt);
      return attempt;
    },
    async release(id) {
      if (isReservation(id)) return accounts.release(id);
      await live.end(id, () => move(id, 'release'));
    },
    async answered(id, whole) {
      if (isReservation(id)) return;
      await live
        .end(id, async () => (whole ? move(id, 'deliver').then(() => true) : false))
        .catch((error) => log.error({ claim: id, err: error }, 'deliver'));
    },
    async hold(id) {
      if (isReservation(id)) return store.accounts.hold(id);
      await claims.hold(id);
      live.forget(id);
    },
    setReplay: (id, fields) => (isReservation(id) ? Promise.resolve() : claims.setReplay(id, fields)),
    async isOpen(id) {
      if (isReservation(id)) return (await store.accounts.findReservation(id)) !== undefined;
      const claim = await claims.find(id);
      return claim !== undefined && claim.state !== 'released';
    },
    reconcile: () => reconcile({ ...options, payments, recover }),
    close: pursuit.close,
  };
  return payments;
}

/** A payment to claim for a request, and the milliseconds after which a silent process counts as ended. */
interface ClaimRequest {
  readonly payment: Payment;
  readonly fingerprint: string;
  readonly lease: number | undefined;
}

/** The claim of a call that may be served. Throws the problem of any other call. */
function claimIn(taken: ClaimOutcome, { payment, fingerprint, lease }: ClaimRequest): Claim {
  if (payment.late !== undefined && taken.outcome !== 'owed') throw lateProblem(payment);
  if (taken.outcome === 'underfunded') throw new PaymentProblem('unfunded', { message: unfunded(payment) });
  if (taken.outcome === 'replayed') throw replay(taken.claim, fingerprint, lease);
  return taken.claim;
}

/**
 * The problem of a payment that was used before.
 *
 * A repeated request may come while its first call is in progress, or while its process has ended and still counts as
 * running: `Retry-After` tells when to try again. `lease` is in milliseconds.
 */
function replay({ fingerprint, ...claim }: Claim, sent: string, lease = 0): PaymentProblem {
  const isUnderWay = fingerprint === sent && claim.state !== 'settled' && !claim.held;
  if (!isUnderWay) return new PaymentProblem('used', claim.replay);
  const message =
    'The call of this payment has not ended. The same request with the same payment gets its answer later.';
  const seconds = claim.elsewhere ? Math.ceil(lease / 1000) : 1;
  return new PaymentProblem('used', { message, ...claim.replay }, { 'Retry-After': String(seconds) });
}

function unfunded({ payer, amount, network }: Payment): string {
  return `The wallet ${payer} lacks funds: the call costs ${formatUsd(amount)} USD, and it has less on ${network}.`;
}
