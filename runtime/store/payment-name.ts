import { hash } from 'node:crypto';
import type { Payment } from '../operation/payment.ts';

/** What makes a payment single-use. */
type PaymentIdentity = Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>;

/** Names a payment by what makes it single-use. */
export function paymentName({ network, asset, payer, nonce }: PaymentIdentity): string {
  return [network, asset, payer, nonce].join('\n');
}

/** SHA-256 of the name of a payment. */
export function paymentDigest(payment: PaymentIdentity): Buffer {
  return hash('sha256', paymentName(payment), 'buffer');
}

/**
 * A payment in 16 bytes, by which stores find it.
 *
 * Every call adds a key to an index at a place of its own: the longer the keys, the more pages are written to the disk.
 */
export function paymentKey(payment: PaymentIdentity): Buffer {
  return paymentDigest(payment).subarray(0, 16);
}
