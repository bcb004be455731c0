import { cheapest, controlPaid, isServed, sendPayment } from '../../calls/cheapest.ts';
import { whileSlow } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { sampleOf } from '../../http/sample.ts';
import { fundedWith } from './funded-with.ts';

/** Payments that are sent at once by a wallet whose funds cover one of them. */
const racing = 4;

/** Funds for one call pay for one call, however many payments are sent at once. */
export const fundsRaced: ProtocolCheck = {
  id: 'payment.funds.raced',
  alone: true,
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const { headers } = await fundedWith(run, invocation, racing);
    const all = await whileSlow(run, invocation.operation, racing, () =>
      Promise.all(headers.map((header) => sendPayment(run, invocation, header))),
    );
    const served = all.filter(isServed);
    const [, second] = served;
    if (!second) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: `A wallet with funds for one call was served ${served.length} calls that it paid at once.`,
      expected: 1,
      actual: served.length,
      exchange: second,
    };
  },
};
