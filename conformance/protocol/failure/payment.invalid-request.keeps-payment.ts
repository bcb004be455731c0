import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Whoever pays for a request with a typing error can correct it and send the same payment. */
export const invalidRequestKeepsPayment: ProtocolCheck = {
  id: 'payment.invalid-request.keeps-payment',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    if (invocation.body === undefined) throw new NotTestable('The cheapest paid operation takes no body.');
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await payerOf(run).sign(offer, await run.now()));

    const broken = { ...invocation, raw: { text: '{', contentType: 'application/json' } };
    const refused = await sendPayment(run, broken, header);
    if (isServed(refused)) return { verdict: 'error', detail: 'A body that is not JSON was served.' };
    const exchange = await sendPayment(run, invocation, header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'The payment of a request that was refused did not buy the corrected one.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};
