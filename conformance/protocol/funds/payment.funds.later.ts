import { cheapest, controlPaid, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';
import { judgeUnused } from '../rejected/unused.ts';
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
