import { sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { soldAgain, usePayment } from './used-payment.ts';

/** Seconds after which a payment is sent again: within its window, and long after it. */
const whiles = [120, 100_000];

/** What was bought with is remembered for good, or at least as long as it could buy. */
export const replayRemembered: ProtocolCheck = {
  id: 'payment.replay.remembered',
  alone: true,
  async check(run) {
    const { invocation, header } = await usePayment(run);
    await usePayment(run);
    const next = soldAgain('after the next one', await sendPayment(run, invocation, header));
    if (next || !run.control?.capabilities.has('clock')) return next ?? { verdict: 'pass' };
    for (const seconds of whiles) {
      await run.control.advance(seconds);
      const sold = soldAgain(`after ${seconds} seconds`, await sendPayment(run, invocation, header));
      if (sold) return sold;
    }
    return { verdict: 'pass' };
  },
};
