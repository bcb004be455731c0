import { sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { usePayment } from './used-payment.ts';

/** A payment that bought a call buys no other, in either header. */
export const replayClaimedOnce: ProtocolCheck = {
  id: 'payment.replay.claimed-once',
  async check(run) {
    // A new payment: one from the beginning of the run may have expired, and would be refused for that reason.
    const { header, invocation } = await usePayment(run);
    for (const name of ['PAYMENT-SIGNATURE', 'X-Payment'] as const) {
      const exchange = await sendPayment(run, invocation, header, name);
      const { status, json } = exchange.received;
      const { code } = fieldsOf(json);
      if (status === 402 && code === 'PAYMENT_REPLAY') continue;
      return {
        verdict: 'fail',
        detail: `The refusal of a used payment in ${name} does not match.`,
        expected: { status: 402, code: 'PAYMENT_REPLAY' },
        actual: { status, code },
        at: '/code',
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};
