import { randomBytes } from 'node:crypto';
import { binToBase58 } from '@bitauth/libauth';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { offerOf, readMicro } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Challenge, Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { networkKind } from '../../wallet/networks.ts';
import { encodePayment, type Wallet } from '../../wallet/wallet.ts';
import { type Cause, refusalMismatch } from '../payment/refusals.ts';
import { commonFlaws, type Flaw, rareFlaws, staleBlock } from './flaws.ts';

/** A blockhash that no chain has. A node cannot tell it from an old one. */
function unknownBlock(): string {
  return binToBase58(randomBytes(32));
}

/**
 * True where the target accepts a block that it has never seen.
 *
 * A gateway with its own ledger cannot ask a chain how old a block is. Then only a block that it offered earlier shows
 * whether it refuses old ones.
 */
const acceptsUnknownBlocks = oncePerRun(async (run): Promise<boolean> => {
  if (!run.payer) return false;
  const invocation = sampleOf(await cheapest(run));
  const offer = offerOf(run, await run.challenge(invocation));
  if (networkKind(offer.network) !== 'solana') return false;
  const payment = await run.payer.sign(offer, await run.now(), { solana: { blockhash: unknownBlock() } });
  return isServed(await sendPayment(run, invocation, encodePayment(payment)));
});

/** A forgery that was sent. */
interface SentForgery {
  /** The flaw, as the end of "A payment …". */
  readonly what: string;
  /** The causes for which it may be refused. */
  readonly causes: readonly Cause[];
  readonly exchange: Exchange;
}

/** Signs and sends the forgeries of one flaw, for a known challenge or a new one; in another header only the first. */
export async function sendForgeries(
  run: Run,
  invocation: Invocation,
  payer: Wallet,
  { forge, cause }: Flaw,
  { known, header }: { readonly known?: Challenge; readonly header?: string } = {},
): Promise<readonly SentForgery[]> {
  const challenge = known ?? (await run.challenge(invocation));
  const offer = offerOf(run, challenge);
  const now = await run.now();
  const context = {
    offer,
    offers: challenge.accepts,
    amount: readMicro(offer.amount) ?? challenge.amount,
    now,
    exact: run.control?.capabilities.has('clock') ?? false,
    payer,
    unfundedWallet: run.unfundedWallet,
    ...(!(await acceptsUnknownBlocks(run)) && { unknownBlock: unknownBlock() }),
  };
  const sent: SentForgery[] = [];
  for (const { what, departure, signer = payer, alsoFor } of forge(context).slice(0, header ? 1 : undefined)) {
    const payment = await signer.sign(offer, now, departure);
    const exchange = await sendPayment(run, invocation, encodePayment(payment), header);
    sent.push({ what, causes: alsoFor ? [cause, alsoFor] : [cause], exchange });
  }
  return sent;
}

/** Judges the response to an invalid payment; `undefined` where it is the refusal that one of its causes requires. */
export function judgeRefusal(
  run: Run,
  what: string,
  exchange: Exchange,
  causes: readonly Cause[],
): Outcome | undefined {
  const mismatch = refusalMismatch(run, exchange, causes);
  if (!mismatch) return undefined;
  const detail = isServed(exchange)
    ? `A call with a payment ${what} was served.`
    : `The refusal of a payment ${what} does not match.`;
  return { verdict: 'fail', detail, ...mismatch, exchange };
}

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

/** Sends each forgery once and returns the first that was not refused for its cause or for one of `more`. */
async function judgeForgeries(
  run: Run,
  payer: Wallet,
  flaw: Flaw,
  more: readonly Cause[],
): Promise<Outcome | undefined> {
  const invocation = sampleOf(await cheapest(run));
  const sent = [...(await sendForgeries(run, invocation, payer, flaw)), ...(await sendElsewhere(run, payer, flaw))];
  for (const { what, exchange, causes } of sent) {
    const outcome = judgeRefusal(run, what, exchange, [...causes, ...more]);
    if (!outcome) continue;
    // An empty wallet is refused whatever the flaw. This payment has none, so it throws where the wallet is empty.
    if (isUnfunded(run, exchange.received) && run.payer) await run.pay(invocation, { wallet: run.payer });
    return outcome;
  }
  return undefined;
}

/** Sends one forgery in each further header; where a payment there is not even seen, another rule reports that. */
async function sendElsewhere(run: Run, payer: Wallet, flaw: Flaw): Promise<readonly SentForgery[]> {
  const invocation = sampleOf(await cheapest(run));
  const [, ...headers] = transportOf(run.contract).payment.headers;
  const sent = await inParallel(headers, 1, (header) => sendForgeries(run, invocation, payer, flaw, { header }));
  const errorIn = ({ received }: Exchange) => fieldsOf(received.json).error;
  const unpaid = errorIn(await answerCacheOf(run).send(invocation));
  return sent.flat().filter(({ exchange }) => isServed(exchange) || errorIn(exchange) !== unpaid);
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
      throw new NotTestable(
        'means',
        'The target accepts blocks that it has never seen, and its clock cannot be moved.',
      );
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
  return judgeRefusal(run, 'with a blockhash of the day before', exchange, [staleBlock.cause]) ?? { verdict: 'pass' };
}

/** The checks that payments with each flaw are refused. */
export const flawChecks: readonly ProtocolCheck[] = [...commonFlaws, ...rareFlaws].map((flaw) =>
  flaw === staleBlock ? staleBlockCheck : flawCheck(flaw),
);
