import type { Payment } from '../operation/payment.ts';
import type { ClaimStore } from '../store/claims.ts';
import { paymentName } from '../store/payment-name.ts';
import { createTurns } from '../system/turns.ts';

/** The claims of calls in progress in this process. Any other claim of this process that no job holds was interrupted. */
export interface LiveCalls {
  has(claim: string): boolean;
  /** Runs work on a payment in turn, so that each call sees the result of the one before. */
  taking<Result>(payment: Payment, work: () => Promise<Result>): Promise<Result>;
  begin(claim: string, payment: Payment): void;
  /** Ends the call of a claim in turn; `work` returns false where the claim stays as it is. */
  end(claim: string, work: () => Promise<boolean>): Promise<void>;
  /** Forgets a claim that a job keeps. */
  forget(claim: string): void;
}

/** Creates the live calls of one process. */
export function createLiveCalls(claims: Pick<ClaimStore, 'leave'>): LiveCalls {
  const keys = new Map<string, string>();
  const inTurn = createTurns();

  return {
    has: (claim) => keys.has(claim),
    taking: (payment, work) => inTurn(paymentName(payment), work),
    begin: (claim, payment) => void keys.set(claim, paymentName(payment)),
    async end(claim, work) {
      const key = keys.get(claim);
      if (key === undefined) return void (await work());
      await inTurn(key, async () => {
        // A claim whose end is lost is no longer live, so its next use recovers it.
        keys.delete(claim);
        if (!(await work())) await claims.leave(claim);
      });
    },
    forget: (claim) => void keys.delete(claim),
  };
}
