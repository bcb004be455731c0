import { NotTestable } from '../../check/interruption.ts';
import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../payable/cheapest.ts';
import { judgeUnused } from '../payable/unused.ts';
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
    return judgeUnused(run, invocation, encodePayment(payment), 'for the scheme that it accepts');
  },
};
