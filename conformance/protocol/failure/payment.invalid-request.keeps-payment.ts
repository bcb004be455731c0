import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** A client that paid for an invalid request can correct it and send the same payment. */
export const invalidRequestKeepsPayment: ProtocolCheck = {
  id: 'payment.invalid-request.keeps-payment',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    if (invocation.body === undefined) throw new NotTestable('The cheapest paid operation has no request body.');
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await payerOf(run).sign(offer, await run.now()));

    const invalid = { ...invocation, raw: { text: '{', contentType: 'application/json' } };
    const refused = await sendPayment(run, invalid, header);
    if (isServed(refused)) return { verdict: 'error', detail: 'A body that is not JSON was served.' };
    const exchange = await sendPayment(run, invocation, header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'The payment of a refused request did not buy the corrected request.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};
