import { sampleOf } from '../../requests/sample.ts';
import { needFunds } from '../../run/funds.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** The older header name carries the same payment. */
export const acceptedXPayment: ProtocolCheck = {
  id: 'payment.accepted.x-payment',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const payment = await payerOf(run).sign(offer, await run.now());
    const exchange = await sendPayment(run, invocation, encodePayment(payment), 'X-Payment');
    if (isServed(exchange)) return { verdict: 'pass' };
    needFunds(exchange);
    return {
      verdict: 'fail',
      detail: 'A call with a valid payment in X-Payment was not served.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};
