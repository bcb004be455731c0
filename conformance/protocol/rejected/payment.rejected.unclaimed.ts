import { NotTestable } from '../../check/interruption.ts';
import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** A rejected payment has not been used: the same authorization beside the right offer is no replay. */
export const rejectedUnclaimed: ProtocolCheck = {
  id: 'payment.rejected.unclaimed',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const payment = await payerOf(run).sign(offer, await run.now());
    const altered = { ...payment, accepted: { ...fieldsOf(payment.accepted), scheme: 'none' } };
    const refused = await sendPayment(run, invocation, encodePayment(altered));
    if (isServed(refused)) throw new NotTestable('The target does not compare the scheme that a payment accepts.');
    const exchange = await sendPayment(run, invocation, encodePayment(payment));
    const { code } = fieldsOf(exchange.received.json);
    if (code !== 'PAYMENT_REPLAY') return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A payment that was rejected for the scheme that it accepts was a replay once it accepted the right one.',
      expected: 'a response without PAYMENT_REPLAY',
      actual: code,
      exchange,
    };
  },
};
