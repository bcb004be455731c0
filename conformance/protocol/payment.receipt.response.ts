import { controlPaid } from './cheapest.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** A payer gets a settlement receipt with what it bought; its format is not stated. */
export const receiptResponse: ProtocolCheck = {
  id: 'payment.receipt.response',
  async check(run) {
    const paid = await controlPaid(run);
    const { headers } = paid.received;
    if (headers['payment-response'] || headers['x-payment-response']) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A paid answer carries neither PAYMENT-RESPONSE nor X-Payment-Response.',
      expected: 'a settlement receipt in either header',
      actual: Object.keys(headers),
      exchange: paid,
    };
  },
};
