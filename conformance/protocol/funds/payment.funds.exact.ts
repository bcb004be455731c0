import { cheapest, controlPaid, isServed, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';
import { fundedWith } from './funded-with.ts';

/** A wallet that holds exactly what a call costs can pay for it. */
export const fundsExact: ProtocolCheck = {
  id: 'payment.funds.exact',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const { headers } = await fundedWith(run, invocation, 1);
    const exchange = await sendPayment(run, invocation, headers[0] ?? '');
    if (isServed(exchange)) return { verdict: 'pass' };
    const why = isUnfunded(exchange.received) ? 'as underfunded' : `with ${exchange.received.status}`;
    return {
      verdict: 'fail',
      detail: `A wallet that holds exactly the amount of the offer was refused ${why}.`,
      expected: '2xx',
      actual: exchange.received.status,
      exchange,
    };
  },
};
