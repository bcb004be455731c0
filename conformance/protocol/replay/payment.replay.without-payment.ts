import { cheapest, isServed } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';
import { usePayment } from './used-payment.ts';

/** The response to a paid call is not returned for requests without payment. */
export const replayWithoutPayment: ProtocolCheck = {
  id: 'payment.replay.without-payment',
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    // Another check may have paid for the same call before; a target that caches responses serves it here at once.
    const before = await run.send(invocation);
    if (!isServed(before)) await usePayment(run);
    const exchange = isServed(before) ? before : await run.send(invocation);
    const { status } = exchange.received;
    if (status === 402) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A request without payment was served after the same call had been paid for.',
      expected: 402,
      actual: status,
      exchange,
    };
  },
};
