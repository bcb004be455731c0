import type { Log } from '../logging/log.ts';
import type { ClaimDefinition } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import type { ClaimOutcome, ClaimState, ClaimStore } from '../store/claims.ts';
import { type Clock, unixSeconds } from '../system/clock.ts';
import { createId, type Random } from '../system/random.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import type { Settler } from './settler.ts';

interface Parts {
  readonly claims: ClaimStore;
  readonly settler: Settler;
  /** True if the store holds the funds of wallets. */
  readonly isInStore: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Creates a function that claims a payment for one request, if the payer has the funds and the settler could settle it.
 *
 * It throws a `PaymentProblem`: `unsettleable` for a payment that would not settle, and `settlement-unknown` when nothing can be asked.
 */
export function createClaiming({ claims, settler, isInStore, clock, random, log }: Parts) {
  async function ask(payment: Payment) {
    try {
      return await Promise.all([settler.balance(payment.payer, payment.network), settler.refusal?.(payment)]);
    } catch (error) {
      log.error({ reason: String(error) }, 'settler');
      throw new PaymentProblem('settlement-unknown');
    }
  }

  return async (payment: Payment, fingerprint: string, reuse: ClaimDefinition): Promise<ClaimOutcome> => {
    // No balance covers a late payment; a payment that is owed its answer needs none.
    const [balance, refusal] = payment.late !== undefined ? [-1n] : isInStore ? [] : await ask(payment);
    // Ids begin with the time, so concurrent claims lie side by side in a database that orders them by id.
    const id = createId(random, `claim_${clock.now().toString(16).padStart(12, '0')}`);
    const taken = await claims.claim({
      id,
      payment,
      fingerprint,
      ...(balance !== undefined && { balance }),
      ...(settler.networks && { fundsOn: payment.network }),
      reusable: reusableStates(reuse),
      now: unixSeconds(clock),
    });
    // A payment that is owed its answer has moved its funds, and the chain refuses to move them again.
    if (taken.outcome === 'claimed' && refusal !== undefined) {
      await claims.abandon(taken.claim.id);
      throw new PaymentProblem('unsettleable', { message: `The payment would not settle: ${refusal}` });
    }
    return taken;
  };
}

/** The states in which an earlier claim may be taken again for the same request. */
export function reusableStates({ uncharged, unanswered }: ClaimDefinition): readonly ClaimState[] {
  const states = { released: uncharged, owed: unanswered } as const;
  return (['released', 'owed'] as const).filter((state) => states[state] === 'reusable');
}
