import type { Payment } from '../operation/payment.ts';
import type { Store } from '../store/store.ts';
import { type Clock, unixSeconds } from '../system/clock.ts';
import { claimMachine } from './claim-machine.ts';
import { transactionHash } from './ledger-settler.ts';

/**
 * Settles a claim that no job holds and moves its funds in one unit; returns the transaction hash.
 *
 * Returns undefined where that is not possible: nothing has changed then, and the claim is settled step by step.
 */
export type SettleAtOnce = (claim: string, payment: Payment, route: string) => Promise<string | undefined>;

/** Settles at once in the embedded ledger, which is in the same store as the claims. */
export function createAtOnce(store: Store, clock: Clock): SettleAtOnce {
  const facts = { held: false };
  const begun = claimMachine.step('claimed', 'settle', facts);
  const ended = begun.ok ? claimMachine.step(begun.state, 'transferred', facts) : begun;

  return async (id, payment, route) => {
    if (!ended.ok || unixSeconds(clock) >= payment.validBefore) return undefined;
    const txHash = transactionHash(payment);
    const move = { id, from: 'claimed', to: ended.state } as const;
    return (await store.pay(move, payment, txHash, route, clock.now())) ? txHash : undefined;
  };
}
