import { sampleOf } from '../../requests/sample.ts';
import { cheapest, isServed } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { usePayment } from './used-payment.ts';

/** An answer that was paid for is kept for nobody else. */
export const replayWithoutPayment: ProtocolCheck = {
  id: 'payment.replay.without-payment',
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    // Another check may have paid for the same call before; a target that keeps answers then asks for no payment here.
    const before = await run.send(invocation);
    if (!isServed(before)) await usePayment(run);
    const exchange = isServed(before) ? before : await run.send(invocation);
    const { status } = exchange.received;
    if (status === 402) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A call that somebody had paid for was answered to one who had not.',
      expected: 402,
      actual: status,
      exchange,
    };
  },
};
