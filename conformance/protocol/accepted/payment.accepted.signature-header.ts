import { offerOf } from '../../calls/challenge.ts';
import { cheapest, firstPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { needFunds } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** The positive control of every rule about payments. */
export const acceptedSignatureHeader: ProtocolCheck = {
  id: 'payment.accepted.signature-header',
  async check(run) {
    const paid = await firstPaid(run);
    if (!isServed(paid)) return refused('payment-signature', paid);
    // Header names are case-insensitive: the documents write this one in capitals, HTTP/2 clients send it in lower case.
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await payerOf(run).sign(offer, await run.now()));
    const spelled = await sendPayment(run, invocation, header, 'PAYMENT-SIGNATURE');
    if (isServed(spelled)) return { verdict: 'pass' };
    needFunds(spelled);
    return refused('PAYMENT-SIGNATURE', spelled);
  },
};

function refused(name: string, exchange: Exchange): Outcome {
  return {
    verdict: 'fail',
    detail: `A call with a valid payment in ${name} was not served.`,
    expected: 200,
    actual: exchange.received.status,
    exchange,
  };
}
