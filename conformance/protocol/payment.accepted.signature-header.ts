import { firstPaid, isServed } from './cheapest.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** The positive control of every rule about payments. */
export const acceptedSignatureHeader: ProtocolCheck = {
  id: 'payment.accepted.signature-header',
  async check(run) {
    const paid = await firstPaid(run);
    if (isServed(paid)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A valid payment in PAYMENT-SIGNATURE did not buy the call.',
      expected: 200,
      actual: paid.received.status,
      exchange: paid,
    };
  },
};
