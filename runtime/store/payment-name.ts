import { hash } from 'node:crypto';
import type { Payment } from '../operation/payment.ts';

/** The fields that make a payment single-use. */
type PaymentIdentity = Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>;

/** The name of a payment, from the fields that make it single-use. */
export function paymentName({ network, asset, payer, nonce }: PaymentIdentity): string {
  return [network, asset, payer, nonce].join('\n');
}

/** SHA-256 of the name of a payment. */
export function paymentDigest(payment: PaymentIdentity): Buffer {
  return hash('sha256', paymentName(payment), 'buffer');
}

/**
 * The key of a payment in 16 bytes, by which stores find it.
 *
 * Keys are random, so each call writes another page of the index: short keys keep the number of pages low.
 */
export function paymentKey(payment: PaymentIdentity): Buffer {
  return paymentDigest(payment).subarray(0, 16);
}
