/** Payments from claim to settlement: only this module decides whether a payment is charged. */

import type { Clock } from '../clock.ts';
import { unixSeconds } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Call } from '../operation.ts';
import { Problem } from '../problem.ts';
import { createId, type Random } from '../random.ts';
import { routeName } from '../route-name.ts';
import type { Claim, ClaimOutcome } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { type Accounts, createAccounts, isReservation } from './accounts.ts';
import { failureHeaders } from './challenge.ts';
import type { Lifecycles, PaymentEvent } from './lifecycles.ts';
import type { Payment, Settled, Settler } from './payment.ts';

/** Takes payments through claim, settlement and release. Claims of account hosts are reservations. */
export interface Payments {
  /**
   * Takes a payment for one request.
   *
   * Throws `payment-replay`, `payment-unfunded` and `settlement-unknown`.
   */
  open(payment: Payment, fingerprint: string): Promise<Claim>;
  /**
   * Moves the funds of a claim exactly once, however many calls ask at the same time.
   *
   * The payment that came with the call takes the place of the claim's own when that has expired. Throws
   * `settlement-failed`, after which the call may be repeated, and `settlement-unknown`.
   */
  settle(claim: string, call: SettlingCall, usage?: Readonly<Record<string, unknown>>): Promise<Settled>;
  /** Gives a payment back because this outcome is never charged. What has settled is owed to the same request. */
  release(claim: string): Promise<void>;
  /** Keeps a claim for a job beyond its call. Await it before the job is stored. */
  hold(claim: string): Promise<void>;
  /** Sets the fields that a replay of this payment is answered with. */
  setReplay(claim: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Brings claims that a crash left behind to an end. Call it before serving. */
  reconcile(): Promise<void>;
  readonly accounts: Accounts;
}

/** What settlement reads of a call. */
export type SettlingCall = Pick<Call, 'route' | 'payment'>;

export interface PaymentsOptions {
  readonly lifecycles: Lifecycles;
  readonly store: Store;
  readonly settler: Settler;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Creates the payments of one gateway process. */
export function createPayments({ lifecycles, store, settler, clock, random, log }: PaymentsOptions): Payments {
  const { claims } = store;
  const accounts = createAccounts({ life: lifecycles.balance, accounts: store.accounts, clock, random });
  /** Claims that calls of this process are working on: any other unheld one was left behind. */
  const live = new Set<string>();
  const settling = new Map<string, Promise<Settled>>();
  const reusable = lifecycles.payment.transitions.flatMap(({ from, on }) => (on === 'claim' ? from : []));

  /** Moves a claim to where the event leads from its state; false when it leads nowhere. */
  async function move(id: string, event: PaymentEvent, { txHash, held = false }: Moved = {}): Promise<boolean> {
    for (const { from, on, guard, to } of lifecycles.payment.transitions) {
      if (on !== event || !(guard?.({ payment: { held } }) ?? true)) continue;
      if (await claims.move(id, from, to, txHash)) return true;
    }
    return false;
  }

  async function take(payment: Payment, fingerprint: string): Promise<ClaimOutcome> {
    const balance = await settler.balance(payment.payer);
    const id = createId(random, 'claim');
    // Live before it is claimed: a racer that finds it must not take it for one left behind.
    live.add(id);
    try {
      const taken = await claims.claim({ id, payment, fingerprint, balance, reusable, now: unixSeconds(clock) });
      if (taken.outcome !== 'claimed') live.delete(id);
      return taken;
    } catch (error) {
      live.delete(id);
      throw error;
    }
  }

  async function open(payment: Payment, fingerprint: string): Promise<Claim> {
    let taken = await take(payment, fingerprint);
    if (taken.outcome === 'replayed' && isLeft(taken.claim) && (await recover(taken.claim))) {
      taken = await take(payment, fingerprint);
    }
    if (taken.outcome === 'underfunded') throw new Problem('payment-unfunded');
    if (taken.outcome === 'replayed') throw new Problem('payment-replay', taken.claim.replay);
    return taken.claim;
  }

  /** Whether a claim is in a state that an earlier process left it in. */
  function isLeft({ id, state, held }: Claim): boolean {
    if (live.has(id) || settling.has(id)) return false;
    return state === 'settling' || (state === 'claimed' && !held);
  }

  /** Brings a claim that was left behind to its end; false when another call did so first. */
  async function recover({ id, state, held, payment }: Claim): Promise<boolean> {
    // A job may have taken hold of the claim since it was read.
    if (state === 'claimed') return claims.abandon(id);
    const found = await settler.lookup(payment).catch(unknown);
    if (found.outcome === 'unknown') throw new Problem('settlement-unknown');
    if (found.outcome === 'settled') return move(id, 'found', found);
    return move(id, 'lost', { held });
  }

  async function settleOnce(id: string, call: SettlingCall): Promise<Settled> {
    const claim = await claims.find(id);
    if (!claim || claim.state === 'released') throw new Problem('settlement-failed');
    if (claim.state === 'settled') return settled(claim, claim.txHash, false);
    if (claim.state === 'owed') {
      await move(id, 'settle');
      return settled(claim, claim.txHash, true);
    }
    if (claim.state === 'settling') {
      await recover(claim);
      return settleOnce(id, call);
    }

    const payment = await choosePayment(claim, call.payment);
    await move(id, 'settle');
    const result = await settler.settle(payment, routeName(call.route)).catch(unknown);
    if (result.outcome === 'settled') {
      await move(id, 'transferred', result);
      return settled({ payment }, result.txHash, true);
    }
    log.warn({ claim: id, outcome: result.outcome, reason: result.reason }, 'settlement');
    if (result.outcome === 'unknown') throw new Problem('settlement-unknown');
    await move(id, 'refused');
    throw new Problem('settlement-failed', {}, failureHeaders(payment));
  }

  /** The claim's own payment while it is valid, else the fresh one over the same sum from the same wallet. */
  async function choosePayment({ id, payment }: Claim, fresh: Payment | undefined): Promise<Payment> {
    if (unixSeconds(clock) < payment.validBefore) return payment;
    const fits = fresh?.payer === payment.payer && fresh.amount === payment.amount && fresh.payTo === payment.payTo;
    if (!fits || !(await claims.replacePayment(id, fresh))) throw new Problem('settlement-failed');
    return fresh;
  }

  return {
    accounts,
    open,
    settle(id, call, usage) {
      if (isReservation(id)) return accounts.settle(id, usage);
      const running = settling.get(id);
      if (running) return running.then((end) => ({ ...end, first: false }));
      const attempt = settleOnce(id, call).finally(() => {
        settling.delete(id);
        live.delete(id);
      });
      settling.set(id, attempt);
      return attempt;
    },
    async release(id) {
      if (isReservation(id)) return accounts.release(id);
      // A claim whose release is lost is no longer live, so its next use recovers it.
      live.delete(id);
      await move(id, 'release');
    },
    async hold(id) {
      if (isReservation(id)) return store.accounts.hold(id);
      await claims.hold(id);
      live.delete(id);
    },
    setReplay: (id, fields) => (isReservation(id) ? Promise.resolve() : claims.setReplay(id, fields)),
    async reconcile() {
      for (const claim of await claims.unfinished()) {
        await recover(claim).catch((error) => log.warn({ claim: claim.id, error: String(error) }, 'reconcile'));
      }
    },
  };
}

/** The log fields of a claim that changes its state. */
interface Moved {
  readonly txHash?: string;
  readonly held?: boolean;
}

function settled({ payment }: Pick<Claim, 'payment'>, txHash: string | undefined, first: boolean): Settled {
  return { txHash: txHash ?? '', network: payment.network, payer: payment.payer, first };
}

/** An attempt that threw may have moved the funds. */
function unknown(error: unknown) {
  return { outcome: 'unknown', reason: String(error) } as const;
}
