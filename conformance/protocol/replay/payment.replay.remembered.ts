import { sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { replayFailure, usePayment } from './used-payment.ts';

/** Seconds after which a payment is sent again: within its window, and long after it. */
const delays = [120, 100_000];

/** A used payment is remembered, at least as long as it is valid. */
export const replayRemembered: ProtocolCheck = {
  id: 'payment.replay.remembered',
  alone: true,
  async check(run) {
    const { invocation, header } = await usePayment(run);
    await usePayment(run);
    const next = replayFailure('after the next payment', await sendPayment(run, invocation, header));
    if (next || !run.control?.capabilities.has('clock')) return next ?? { verdict: 'pass' };
    for (const seconds of delays) {
      await run.control.advance(seconds);
      const sold = replayFailure(`after ${seconds} seconds`, await sendPayment(run, invocation, header));
      if (sold) return sold;
    }
    return { verdict: 'pass' };
  },
};
