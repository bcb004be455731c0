import { hash } from 'node:crypto';
import type { Payment } from '../../payment/payment.ts';

/**
 * Names a payment in 16 bytes, by what makes it single-use.
 *
 * Every call adds one to an index at a place of its own, so each byte of it is written to the disk and compared again.
 */
export function paymentKey({
  network,
  asset,
  payer,
  nonce,
}: Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>): Uint8Array {
  return hash('sha256', [network, asset, payer, nonce].join('\n'), 'buffer').subarray(0, 16);
}
