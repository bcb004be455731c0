import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment, type Wallet } from '../../wallet/wallet.ts';
import type { Cause } from './causes.ts';
import { commonFlaws, type Flaw, rareFlaws, staleBlock } from './flaws.ts';
import { judgeRefusal, sendForgeries } from './refusal.ts';
import { acceptsUnknownBlocks } from './unknown-block.ts';

/**
 * Creates the check that payments with one flaw are refused.
 *
 * A funded wallet signs the payment where the run has one, so that only the flaw can be the reason of the refusal. An
 * `unfunded` flaw, and a run without a wallet, use the unfunded one.
 */
function flawCheck(flaw: Flaw): ProtocolCheck {
  return {
    id: flaw.id,
    async check(run) {
      const payer = flaw.unfunded ? undefined : run.payer;
      if (run.payer) await controlPaid(run);
      const more: readonly Cause[] = payer ? [] : ['unfunded'];
      return (await judgeForgeries(run, payer ?? run.unfundedWallet, flaw, more)) ?? { verdict: 'pass' };
    },
  };
}

/** Sends each forgery once and returns the first that was not refused as required; there may be more causes of a refusal. */
async function judgeForgeries(
  run: Run,
  payer: Wallet,
  flaw: Flaw,
  more: readonly Cause[],
): Promise<Outcome | undefined> {
  const invocation = sampleOf(await cheapest(run));
  for (const { what, exchange, causes } of await sendForgeries(run, invocation, payer, flaw)) {
    const outcome = judgeRefusal(what, exchange, [...causes, ...more]);
    if (!outcome) continue;
    // A wallet that has become empty is refused for that, whatever the flaw: it is then refused without one as well.
    if (isUnfunded(exchange.received) && run.payer) await run.pay(invocation, { wallet: run.payer });
    return outcome;
  }
  return undefined;
}

/** More seconds than any window has. */
const longAgo = 100_000;

/** A blockhash is refused where it is unknown, and where it has become old. */
const staleBlockCheck: ProtocolCheck = {
  id: staleBlock.id,
  alone: true,
  async check(run) {
    const outcome = await flawCheck(staleBlock).check(run);
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
  return judgeRefusal('with a blockhash of the day before', exchange, [staleBlock.cause]) ?? { verdict: 'pass' };
}

/** The checks that payments with each flaw are refused. */
export const flawChecks: readonly ProtocolCheck[] = [...commonFlaws, ...rareFlaws].map((flaw) =>
  flaw === staleBlock ? staleBlockCheck : flawCheck(flaw),
);
