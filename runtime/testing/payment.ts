import type { Payment } from '../operation/payment.ts';

/** A payment of one wallet, which differs from others by its nonce. */
export function paymentOf(nonce: number, amount = 10n): Payment {
  return {
    scheme: 'exact',
    network: 'eip155:1',
    asset: '0xa',
    payer: '0xb',
    payTo: '0xc',
    amount,
    nonce: `0x${nonce}`,
    validAfter: 0,
    validBefore: 100,
    proof: { signature: '0x' },
  };
}
