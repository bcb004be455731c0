import type { Outcome, Run } from '../../check/check.ts';
import { sampleOf } from '../../requests/sample.ts';
import { cheapest, controlPaid, isServed, payerOf } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { ledgerOf, watchedPayer } from '../settlement/ledger.ts';
import { racers, settledCalls } from '../settlement/settled-calls.ts';

/** One payment that is sent many times at once buys one call: claims are atomic. */
export const replayRaced: ProtocolCheck = {
  id: 'payment.replay.raced',
  async check(run) {
    await controlPaid(run);
    const watched = await watchedPayer(run);
    const invocation = sampleOf(await cheapest(run));
    const { all } = await run.pay(invocation, { wallet: watched ?? payerOf(run), concurrent: racers });

    const served = all.filter(isServed);
    if (served.length !== 1) {
      return {
        verdict: 'fail',
        detail: `One payment that was sent ${racers} times at once bought ${served.length} calls.`,
        expected: 1,
        actual: served.length,
        ...(all[0] && { exchange: served[1] ?? all[0] }),
      };
    }
    const other = all.find((exchange) => !isServed(exchange) && exchange.received.status !== 402);
    if (other) {
      return {
        verdict: 'fail',
        detail: 'A payment that another call had claimed was not refused with 402.',
        expected: 402,
        actual: other.received.status,
        exchange: other,
      };
    }
    if (!watched) return { verdict: 'pass', detail: 'One call was served; settlements cannot be seen on this target.' };
    const transfers = await ledgerOf(run, watched.address);
    if (transfers.length === 1) return racedEverywhere(run);
    return {
      verdict: 'fail',
      detail: `One payment that was sent ${racers} times at once settled ${transfers.length} times.`,
      expected: 1,
      actual: transfers,
      ...(served[0] && { exchange: served[0] }),
    };
  },
};

/** The same for each paid operation, paid with test money. */
async function racedEverywhere(run: Run): Promise<Outcome> {
  const calls = await settledCalls(run);
  for (const { operation, served } of calls) {
    const [first, second] = served;
    if (!first || !second) continue;
    return {
      verdict: 'fail',
      detail: `${operation.id} served ${served.length} calls for one payment.`,
      expected: 1,
      actual: served.length,
      exchange: second,
    };
  }
  return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
}
