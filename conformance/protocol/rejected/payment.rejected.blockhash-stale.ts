import type { Outcome, Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, payerOf, sendPayment } from '../payable/cheapest.ts';
import { judgeRefusal, type Refusal, refusal, stale } from './refusal.ts';
import { acceptsUnknownBlocks } from './unknown-block.ts';

/** More seconds than any window has. */
const longAgo = 100_000;

const unknown = refusal({
  id: 'payment.rejected.blockhash-stale',
  codes: [stale],
  forge: ({ unknownBlock: blockhash }) =>
    blockhash === undefined ? [] : [{ what: 'with an unknown blockhash', departure: { solana: { blockhash } } }],
});

/** A transaction has a recent blockhash, and is valid only for a short time after that block. */
export const rejectedBlockhashStale: Refusal = {
  ...unknown,
  alone: true,
  async check(run) {
    const outcome = await unknown.check(run);
    if (outcome.verdict !== 'pass') return outcome;
    const late = await judgeLate(run);
    if (late === undefined && (await acceptsUnknownBlocks(run)))
      throw new NotTestable('The target accepts blocks that it has never seen, and its clock cannot be moved.');
    return late ?? outcome;
  },
};

/** Judges the response to a valid payment that is sent too late; `undefined` where the clock cannot be moved. */
async function judgeLate(run: Run): Promise<Outcome | undefined> {
  if (!run.control?.capabilities.has('clock')) return undefined;
  const invocation = sampleOf(await cheapest(run));
  const offer = offerOf(run, await run.challenge(invocation));
  const payment = await payerOf(run).sign(offer, await run.now());
  await run.control.advance(longAgo);
  const exchange = await sendPayment(run, invocation, encodePayment(payment));
  return judgeRefusal('with a blockhash of the day before', exchange, [stale]) ?? { verdict: 'pass' };
}
