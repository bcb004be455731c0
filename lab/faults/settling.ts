import type { Micro } from '@tollwright/runtime/money/usd';
import { routeName } from '@tollwright/runtime/operation/operation';
import type { Payment, SettledPayment } from '@tollwright/runtime/operation/payment';
import type { Payments } from '@tollwright/runtime/payment/payments';
import type { SettlingCall } from '@tollwright/runtime/payment/settlement';
import type { Claim } from '@tollwright/runtime/store/claims';
import { isRefusal } from '@tollwright/runtime/x402/refusal';
import type { Alteration, Parts } from '#gateway/start.ts';
import { overridePayments, randomNonce } from '../toolkit/services.ts';

/** Claims a payment, even if it was claimed before. */
export async function claimAgain(
  payments: Payments,
  ...[payment, fingerprint, reuse]: Parameters<Payments['open']>
): Promise<Claim> {
  try {
    return await payments.open(payment, fingerprint, reuse);
  } catch (error) {
    if (!isRefusal(error, 'used')) throw error;
    return payments.open({ ...payment, nonce: randomNonce() }, fingerprint, reuse);
  }
}

/** Settles the payment of a claim, whatever payment the caller presents: after `claimAgain` the two differ. */
export function settlesClaim(payments: Payments): Pick<Payments, 'settle'> {
  return { settle: (claim, { payment: _, ...call }, usage) => payments.settle(claim, call, usage) };
}

/** Claims a payment again if its key is new. */
export const claimedBy = (key: (payment: Payment, fingerprint: string) => string): Alteration =>
  overridePayments((payments) => {
    const known = new Set<string>();
    return {
      ...settlesClaim(payments),
      open(payment, fingerprint, reuse) {
        const name = key(payment, fingerprint);
        const replayed = known.has(name);
        known.add(name);
        return replayed
          ? payments.open(payment, fingerprint, reuse)
          : claimAgain(payments, payment, fingerprint, reuse);
      },
    };
  });

/** One transfer of funds; omitted fields are those of the signed payment. */
export interface Movement {
  readonly payment?: Partial<Payment>;
  readonly route?: string;
}

/** Moves the funds of a claim again, or with changed fields; returns the transaction hash. */
export async function moved(parts: Parts, claim: string, call: SettlingCall, movement: Movement = {}): Promise<string> {
  const { store, clock } = parts.services;
  const found = await store.claims.find(claim);
  if (!found) throw new Error(`There is no claim ${claim}.`);
  const payment = { ...found.payment, nonce: randomNonce(), ...movement.payment };
  const hash = randomNonce();
  await store.ledger.transfer(payment, hash, movement.route ?? routeName(call.route), clock.now());
  return hash;
}

/** Settles each claim once, by transfers that differ from the signed payment. */
export function settlingBy(
  movements: (amount: Micro, call: SettlingCall, parts: Parts) => readonly Movement[],
): Alteration {
  return overridePayments((_, parts) => {
    const settled = new Map<string, Promise<SettledPayment>>();
    const { claims } = parts.services.store;
    const settle = async (claim: string, call: SettlingCall): Promise<SettledPayment> => {
      const found = await claims.find(claim);
      if (!found) throw new Error(`There is no claim ${claim}.`);
      const { amount, network, payer } = found.payment;
      let txHash = randomNonce() as string;
      await claims.move(claim, ['claimed'], 'settling');
      for (const movement of movements(amount, call, parts)) txHash = await moved(parts, claim, call, movement);
      // What a payment buys is its payer's when the claim has settled.
      await claims.move(claim, ['settling'], found.held ? 'settled' : 'owed', txHash);
      return { txHash, network, payer, first: true };
    };
    return {
      async settle(claim, call) {
        const before = settled.get(claim);
        if (before) return { ...(await before), first: false };
        const end = settle(claim, call);
        settled.set(claim, end);
        return end;
      },
    };
  });
}
