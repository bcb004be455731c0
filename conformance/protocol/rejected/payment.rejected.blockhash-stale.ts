import type { Outcome, Run } from '../../check/check.ts';
import { sampleOf } from '../../requests/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, payerOf, sendPayment } from '../payable/cheapest.ts';
import { judgeRefusal, type Refusal, refusal, stale } from './refusal.ts';
import { unknownBlock } from './unknown-block.ts';

/** Seconds that are longer than any window. */
const longAgo = 100_000;

const unknown = refusal({
  id: 'payment.rejected.blockhash-stale',
  codes: [stale],
  forge: () => [{ what: 'over a block that no chain has made', departure: { solana: { blockhash: unknownBlock() } } }],
});

/** A transaction names the last block before it was signed, and is good only for a while after that. */
export const rejectedBlockhashStale: Refusal = {
  ...unknown,
  alone: true,
  async check(run) {
    const outcome = await unknown.check(run);
    return outcome.verdict === 'pass' ? ((await judgeLate(run)) ?? outcome) : outcome;
  },
};

/** What is wrong with how a good payment is answered that comes too late; nothing where time cannot be moved. */
async function judgeLate(run: Run): Promise<Outcome | undefined> {
  if (!run.control?.capabilities.has('clock')) return undefined;
  const invocation = sampleOf(await cheapest(run));
  const offer = offerOf(run, await run.challenge(invocation));
  const payment = await payerOf(run).sign(offer, await run.now());
  await run.control.advance(longAgo);
  const exchange = await sendPayment(run, invocation, encodePayment(payment));
  return judgeRefusal('over a block of the day before', exchange, [stale]);
}
