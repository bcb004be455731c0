import { cheapest, isServed, sendPayment } from '../../calls/cheapest.ts';
import { whileUpstream } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';

/** Clients send the same payment again after a 502; a released payment buys the call without a second signature. */
export const failureReleases: ProtocolCheck = {
  id: 'payment.failure.releases',
  alone: true,
  async check(run) {
    const operation = await cheapest(run);
    const payer = await run.freshPayer();
    const invocation = sampleOf(operation);
    const failed = await whileUpstream(run, operation, { outcome: 'fail' }, () =>
      run.pay(invocation, { wallet: payer }),
    );
    if (isServed(failed)) return { verdict: 'error', detail: 'The call was served although its upstream failed.' };
    const exchange = await sendPayment(run, invocation, failed.header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A payment that was not settled did not buy the call when it was sent again.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};
