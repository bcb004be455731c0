import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';
import { networkKind } from '../../wallet/networks.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** Each offer of a challenge is accepted when it is paid, on whichever network it is; a wallet may have funds on some of them. */
export const acceptedEachNetwork: ProtocolCheck = {
  id: 'payment.accepted.each-network',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const challenge = await run.challenge(invocation);
    const kind = networkKind(offerOf(run, challenge).network);
    const paid: string[] = [];
    for (const offer of challenge.accepts) {
      if (offer.scheme !== 'exact' || networkKind(offer.network) !== kind) continue;
      const payment = await payerOf(run).sign(offer, await run.now());
      const exchange = await sendPayment(run, invocation, encodePayment(payment));
      if (isServed(exchange)) paid.push(String(offer.network));
      if (isServed(exchange) || isUnfunded(exchange.received)) continue;
      return {
        verdict: 'fail',
        detail: `A call with a valid payment of the offer on ${String(offer.network)} was not served.`,
        expected: 200,
        actual: exchange.received.status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Networks on which a call was paid: ${paid.join(', ')}.` };
  },
};
