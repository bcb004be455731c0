import type { Outcome, Run } from '../../check/check.ts';
import type { Challenge, Exchange, Invocation } from '../../check/exchange.ts';
import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { isUnfunded } from '../../run/funds.ts';
import { type Departure, encodePayment, type Wallet } from '../../wallet/wallet.ts';
import { readMicro } from '../challenge/amounts.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { acceptsUnknownBlocks, unknownBlock } from './unknown-block.ts';

/** What a forged payment can be made from. */
export interface ForgeryContext {
  readonly offer: Readonly<Record<string, unknown>>;
  /** Every offer of the challenge, that one included. */
  readonly offers: readonly Readonly<Record<string, unknown>>[];
  /** Micro-USDC of the offer. */
  readonly amount: bigint;
  /** Unix time in seconds by the target's clock. */
  readonly now: number;
  /** True where it was read from the target's own clock, which no other clock is as exact as. */
  readonly exact: boolean;
  /** A funded wallet, or the unfunded one where the run has no other. */
  readonly payer: Wallet;
  readonly unfundedWallet: Wallet;
  /** On Solana, a blockhash of no chain; absent where the target takes such a block for a new one. */
  readonly unknownBlock?: string;
}

/** An invalid payment. */
export interface Forgery {
  /** The flaw, as the end of "A payment …". */
  readonly what: string;
  readonly departure: Departure;
  /** The codes that are accepted; those of its rule where absent. */
  readonly codes?: readonly string[];
  /** The wallet that signs it; the payer where absent. */
  readonly signer?: Wallet;
}

/** The check that payments with one flaw are refused. */
export interface Refusal extends ProtocolCheck {
  /** The codes that are accepted. */
  readonly codes: readonly string[];
  readonly forge: (context: ForgeryContext) => readonly Forgery[];
}

/** The code of a refusal for a stale blockhash, on Solana only. */
export const stale = 'PAYMENT_BLOCKHASH_STALE';

/** The codes of refusals on every network. */
export const refusalCodes: readonly string[] = ['PAYMENT_INVALID', 'PAYMENT_UNFUNDED'];

/**
 * Creates the check of one flaw.
 *
 * A funded wallet signs the payment where the run has one, so that only the flaw can be the reason of the refusal. An
 * `unfunded` flaw, and a run without a wallet, use the unfunded one.
 */
export function refusal(options: {
  readonly id: string;
  readonly codes: readonly string[];
  readonly forge: (context: ForgeryContext) => readonly Forgery[];
  readonly unfunded?: boolean;
}): Refusal {
  const { id, codes, forge, unfunded } = options;
  return {
    id,
    codes,
    forge,
    async check(run) {
      const payer = unfunded ? undefined : run.payer;
      if (run.payer) await controlPaid(run);
      const accepted = payer || unfunded ? codes : [...codes, 'PAYMENT_UNFUNDED'];
      return (await judgeForgeries(run, payer ?? run.unfundedWallet, forge, accepted)) ?? { verdict: 'pass' };
    },
  };
}

/** Sends each forgery once and returns the first that was not refused as required. */
async function judgeForgeries(
  run: Run,
  payer: Wallet,
  forge: Refusal['forge'],
  codes: readonly string[],
): Promise<Outcome | undefined> {
  const invocation = sampleOf(await cheapest(run));
  for (const { what, exchange, codes: own = codes } of await sendForgeries(run, invocation, payer, forge)) {
    const outcome = judgeRefusal(what, exchange, own);
    if (!outcome) continue;
    // A wallet that has become empty is refused for that, whatever the flaw: it is then refused without one as well.
    if (isUnfunded(exchange.received) && run.payer) await run.pay(invocation, { wallet: run.payer });
    return outcome;
  }
  return undefined;
}

/** A forgery and its response. */
type SentForgery = Pick<Forgery, 'what' | 'codes'> & { readonly exchange: Exchange };

/** Signs and sends the forgeries of one flaw, for a known challenge or a new one. */
export async function sendForgeries(
  run: Run,
  invocation: Invocation,
  payer: Wallet,
  forge: Refusal['forge'],
  known?: Challenge,
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
  for (const { departure, signer = payer, ...forgery } of forge(context)) {
    const payment = await signer.sign(offer, now, departure);
    sent.push({ ...forgery, exchange: await sendPayment(run, invocation, encodePayment(payment)) });
  }
  return sent;
}

/** Judges the response to an invalid payment; `undefined` where it is the refusal that is required. */
export function judgeRefusal(what: string, exchange: Exchange, codes: readonly string[]): Outcome | undefined {
  const { status, json } = exchange.received;
  const { error, code } = fieldsOf(json);
  const expected = { status: 402, error: 'Payment verification failed', code: codes };
  const actual = { status, error, code };
  if (isServed(exchange)) {
    return { verdict: 'fail', detail: `A call with a payment ${what} was served.`, expected, actual, exchange };
  }
  if (status === 402 && error === expected.error && codes.includes(String(code))) return undefined;
  return {
    verdict: 'fail',
    detail: `The refusal of a payment ${what} does not match.`,
    expected,
    actual,
    ...(status === 402 && { at: error === expected.error ? '/code' : '/error' }),
    exchange,
  };
}
