import { offerOf } from '../../calls/challenge.ts';
import { isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { replayFailure, usePayment } from './used-payment.ts';

/** Seconds after which a payment is sent again: within its window, and long after it. */
const delays = [120, 100_000];

/** A used payment is remembered, at least as long as it is valid. */
export const replayRemembered: ProtocolCheck = {
  id: 'payment.replay.remembered',
  alone: true,
  async check(run) {
    const { invocation, header } = await usePayment(run);
    await usePayment(run);
    const next = replayFailure('after the next payment', await sendPayment(run, invocation, header));
    if (next || !run.control?.capabilities.has('clock')) return next ?? { verdict: 'pass' };
    const long = await useLongPayment(run, invocation);
    for (const seconds of delays) {
      await run.control.advance(seconds);
      for (const used of [header, ...(long === undefined ? [] : [long])]) {
        const sold = replayFailure(`after ${seconds} seconds`, await sendPayment(run, invocation, used));
        if (sold) return sold;
      }
    }
    return { verdict: 'pass' };
  },
};

/** Seconds for which an authorization is signed that is valid for longer than any offer asks. */
const longest = 1_000_000;

/** Buys a call with an authorization that outlives its offer, which a target may refuse: then there is none. */
async function useLongPayment(run: Run, invocation: Invocation): Promise<string | undefined> {
  if (run.contract.host.payment?.domain === undefined) return undefined;
  const offer = offerOf(run, await run.challenge(invocation));
  const now = await run.now();
  const header = encodePayment(await payerOf(run).sign(offer, now, { evm: { validBefore: now + longest } }));
  return isServed(await sendPayment(run, invocation, header)) ? header : undefined;
}
