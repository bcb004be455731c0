import { cheapest, cheapestOfAreas, controlPaid, isServed, payerOf } from '../../calls/cheapest.ts';
import { ledgerOf, racers, watchedPayer, whileSlow } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import { sampleOf } from '../../http/sample.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { refusalMismatch } from './refusals.ts';
import { settledCalls } from './settled-calls.ts';

/** One payment that is sent many times at once buys one call: claims are atomic. */
export const replayRaced: ProtocolCheck = {
  id: 'payment.replay.raced',
  alone: true,
  async check(run) {
    await controlPaid(run);
    const watched = await watchedPayer(run);
    // A provider that answers at once leaves no time between the claim and the call, nor does one whose slow calls are jobs.
    const operations = (await cheapestOfAreas(run)).slice(0, watched ? maxSlowAreas : 1);
    for (const operation of operations) {
      const broken = await race(run, operation, watched && (await watchedPayer(run)));
      if (broken) return broken;
    }
    if (watched) return racedEverywhere(run);
    return { verdict: 'pass', detail: 'One call was served; settlements cannot be seen on this target.' };
  },
};

/** Areas of which one operation is raced while its provider is slow. */
const maxSlowAreas = 3;

/** Sends one payment many times at once; what is wrong with the responses and, for a watched wallet, with its transfers. */
async function race(run: Run, operation: Operation, watched: Wallet | undefined): Promise<Outcome | undefined> {
  const { all } = await whileSlow(run, operation, racers, () =>
    run.pay(sampleOf(operation), { wallet: watched ?? payerOf(run), concurrent: racers }),
  );
  const served = all.filter(isServed);
  // Whether a call that nothing has controlled is served at all is for other rules to judge.
  if (served.length === 0 && operation !== (await cheapest(run))) return undefined;
  if (served.length !== 1) {
    return {
      verdict: 'fail',
      detail: `One payment that was sent ${racers} times at once bought ${served.length} calls.`,
      expected: 1,
      actual: served.length,
      ...(all[0] && { exchange: served[1] ?? all[0] }),
    };
  }
  for (const exchange of all.filter((each) => !isServed(each))) {
    const mismatch = refusalMismatch(run, exchange, ['used']);
    if (!mismatch) continue;
    const detail = 'A payment that another call had claimed was not refused as used.';
    return { verdict: 'fail', detail, ...mismatch, exchange };
  }
  const transfers = watched && (await ledgerOf(run, watched.address));
  if (!transfers || transfers.length === 1) return undefined;
  return {
    verdict: 'fail',
    detail: `One payment that was sent ${racers} times at once settled ${transfers.length} times.`,
    expected: 1,
    actual: transfers,
    ...(served[0] && { exchange: served[0] }),
  };
}

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
