import { sampleOf } from '../../requests/sample.ts';
import { isUnfunded } from '../../run/funds.ts';
import { cheapest, controlPaid, sendPayment } from '../payable/cheapest.ts';
import { judgeUnused } from '../payable/unused.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { fundedWith } from './funded-with.ts';

/** A payment that was refused for want of funds has not been used: once its wallet has them, it is no replay. */
export const fundsLater: ProtocolCheck = {
  id: 'payment.funds.later',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const {
      headers: [header = ''],
      setShort,
    } = await fundedWith(run, invocation, 1);
    await setShort(true);
    const refused = await sendPayment(run, invocation, header);
    if (!isUnfunded(refused.received))
      return { verdict: 'not-testable', detail: 'A wallet that lacks one micro-USDC was not refused as underfunded.' };
    await setShort(false);
    return judgeUnused(run, invocation, header, 'as underfunded');
  },
};
