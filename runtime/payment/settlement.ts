/** Moves a claim from state to state, and its funds exactly once. */

import type { Log } from '../logging/log.ts';
import { formatUsd, type Micro } from '../money/usd.ts';
import type { Call } from '../operation/handler.ts';
import { routeName } from '../operation/operation.ts';
import type { Payment, SettledPayment } from '../operation/payment.ts';
import type { Claim, ClaimStore } from '../store/claims.ts';
import { type Clock, unixSeconds } from '../system/clock.ts';
import { RecentSet } from '../system/recent-set.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import type { SettleAtOnce } from './at-once.ts';
import { type ClaimEvent, claimMachine } from './claim-machine.ts';
import type { Settler } from './settler.ts';

/** The parts of a call that settlement reads. */
export type SettlingCall = Pick<Call, 'route' | 'payment'>;

/** Dependencies of the settlement. */
export interface SettlementOptions {
  readonly claims: ClaimStore;
  readonly settler: Settler;
  /** Absent where funds do not move in the store. */
  readonly settleAtOnce?: SettleAtOnce | undefined;
  /** True if a payment has moved its funds, so that its signature may be public. */
  readonly hasMoved: (payment: Payment) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for claims whose settlement has an unknown outcome. */
  readonly lost: (claim: string, operation?: string) => void;
  readonly earned: Earned;
}

/**
 * Counts an amount that moved, once. `operation` is absent where the settlement was found after its call had ended and
 * nothing names the call.
 */
export type Earned = (operation: string | undefined, amount: Micro) => void;

/** Data of a state change that guards and the store read. */
interface ClaimMove {
  readonly txHash?: string;
  readonly held?: boolean;
}

/** Payers that are remembered because their settlement failed. */
const maxDebtors = 10_000;

/** The transitions of claims whose effects are on the ledger or the chain. */
export class Settlement {
  /**
   * Payers whose last settlement failed, of this process.
   *
   * A payer who moves the funds away during each call would get what cannot be taken back, such as a stream, again and
   * again. So these payers settle before they are served.
   */
  readonly debtors = new RecentSet(maxDebtors);
  readonly #options: SettlementOptions;
  /** Settlements in progress, by claim. */
  readonly #running = new Map<string, Promise<SettledPayment>>();

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  isRunning(claim: string): boolean {
    return this.#running.has(claim);
  }

  /** Applies an event to a claim; returns false when no transition matches. */
  async move(id: string, event: ClaimEvent, { txHash, held = false }: ClaimMove = {}): Promise<boolean> {
    const { claims } = this.#options;
    for (const { from, on, guard, to } of claimMachine.transitions) {
      if (on !== event || !(guard?.({ held }) ?? true)) continue;
      if (await claims.move(id, from, to, txHash)) return true;
    }
    return false;
  }

  /** Releases a claim. While its settlement has an unknown outcome no job keeps it any more, and it returns false. */
  async release(id: string): Promise<boolean> {
    if (await this.move(id, 'release')) return true;
    await this.#options.claims.unhold(id);
    return false;
  }

  /**
   * Completes a claim whose settlement was interrupted; returns false when another call was first.
   *
   * `operation` is that of its call, where it is known. Throws `settlement-unknown`.
   */
  async recover({ id, state, held, payment }: Claim, operation?: string): Promise<boolean> {
    const { claims, settler, log, earned } = this.#options;
    // A job may hold the claim since it was read.
    if (state === 'claimed') return claims.abandon(id);
    const found = await settler.lookup(payment).catch(unknown);
    if (found.outcome === 'unknown') {
      this.#options.lost(id, operation);
      throw new PaymentProblem('settlement-unknown');
    }
    if (found.outcome === 'failed') return this.move(id, 'lost', { held });
    if (!(await this.move(id, 'found', found))) return false;
    earned(operation, payment.amount);
    log.info(
      { claim: id, operation, payer: payment.payer, settled: formatUsd(payment.amount), txHash: found.txHash },
      'found',
    );
    return true;
  }

  /**
   * Settles a claim once, however many calls settle it at the same time; that of a `live` call in a single step where possible.
   *
   * Throws `settlement-failed` and `settlement-unknown`.
   */
  settle(id: string, call: SettlingCall, live: boolean): Promise<SettledPayment> {
    const running = this.#running.get(id);
    if (running) return running.then((end) => ({ ...end, first: false }));
    const attempt = (live ? this.#settleAtOnce(id, call) : this.#settle(id, call)).finally(() =>
      this.#running.delete(id),
    );
    this.#running.set(id, attempt);
    return attempt;
  }

  async #settleAtOnce(id: string, call: SettlingCall): Promise<SettledPayment> {
    const { payment, route } = call;
    const txHash = payment && (await this.#options.settleAtOnce?.(id, payment, routeName(route)));
    if (!payment || txHash === undefined) return this.#settle(id, call);
    this.#options.earned(route.operation.id, payment.amount);
    return settled({ payment }, txHash, true);
  }

  async #settle(id: string, call: SettlingCall): Promise<SettledPayment> {
    const claim = await this.#options.claims.find(id);
    if (!claim || claim.state === 'released') throw new PaymentProblem('settlement-failed');
    if (claim.elsewhere) throw new PaymentProblem('settlement-unknown');
    if (claim.state === 'settled') return settled(claim, claim.txHash, false);
    if (claim.state === 'owed') {
      // A job keeps its claim; its first poll is the one that paid. Any other answer was paid by an earlier call.
      return settled(claim, claim.txHash, await this.move(id, 'settle', claim));
    }
    if (claim.state === 'settling') {
      await this.recover(claim, call.route.operation.id);
      return this.#settle(id, call);
    }

    await this.#requireSecret(claim, call.payment);
    const payment = await this.#choosePayment(claim, call.payment);
    if (!(await this.move(id, 'settle')) && (await this.#isMoved(id))) return this.#settle(id, call);
    return this.#transfer(claim, payment, call);
  }

  /** Moves the funds of a claim that is `settling`. If the store does not keep the outcome, it is looked up later. */
  async #transfer({ id, held }: Claim, payment: Payment, { route }: SettlingCall): Promise<SettledPayment> {
    const { claims, settler, log, earned } = this.#options;
    const operation = route.operation.id;
    const result = await settler.settle(payment, routeName(route)).catch(unknown);
    if (result.outcome === 'settled') {
      this.debtors.delete(payment.payer);
      const isKept = await this.#keep(id, operation, async () => {
        const isOwn = await this.move(id, 'transferred', { ...result, held });
        if (isOwn) earned(operation, payment.amount);
        return isOwn || !(await claims.find(id))?.elsewhere;
      });
      if (!isKept) throw new PaymentProblem('settlement-unknown');
      return settled({ payment }, result.txHash, true);
    }
    log.warn({ claim: id, outcome: result.outcome, reason: result.reason }, 'settlement');
    if (result.outcome === 'unknown') {
      this.#options.lost(id, operation);
      // The next process that is asked looks it up.
      await this.#keep(id, operation, () => claims.leave(id));
      throw new PaymentProblem('settlement-unknown');
    }
    this.debtors.add(payment.payer);
    await this.#keep(id, operation, () => this.move(id, 'refused'));
    throw new PaymentProblem('settlement-failed', {}, {}, payment);
  }

  /** Writes an outcome to the store. If that fails, the outcome is looked up later, and the result is undefined. */
  async #keep<Result>(id: string, operation: string, write: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await write();
    } catch (error) {
      this.#options.log.error({ claim: id, err: error }, 'settlement');
      this.#options.lost(id, operation);
      return undefined;
    }
  }

  /** Throws `used` for a caller who presents another payment that has moved its funds: anyone can copy it from its transaction. */
  async #requireSecret({ payment }: Claim, presented: Payment | undefined): Promise<void> {
    if (presented === undefined || presented.nonce === payment.nonce) return;
    if (await this.#options.hasMoved(presented)) throw new PaymentProblem('used');
  }

  /** True if another process has moved a claim that was `claimed`. */
  async #isMoved(id: string): Promise<boolean> {
    const claim = await this.#options.claims.find(id);
    return claim?.state !== 'claimed' || claim.elsewhere === true;
  }

  /** The payment of the claim while it is valid, or else a new one of the same wallet over the same amount. */
  async #choosePayment({ id, payment }: Claim, fresh: Payment | undefined): Promise<Payment> {
    const { claims, clock } = this.#options;
    if (unixSeconds(clock) < payment.validBefore) return payment;
    const isSame = fresh?.nonce === payment.nonce;
    const fits = fresh?.payer === payment.payer && fresh.amount === payment.amount && fresh.payTo === payment.payTo;
    if (isSame || !fits || !(await claims.replacePayment(id, fresh))) throw new PaymentProblem('settlement-failed');
    return fresh;
  }
}

function settled({ payment }: Pick<Claim, 'payment'>, txHash: string | undefined, first: boolean): SettledPayment {
  return { txHash: txHash ?? '', network: payment.network, payer: payment.payer, amount: payment.amount, first };
}

/** An attempt that threw may have moved the funds. */
function unknown(error: unknown) {
  return { outcome: 'unknown', reason: String(error) } as const;
}
