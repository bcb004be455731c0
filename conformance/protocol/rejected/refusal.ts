import type { Outcome, Run } from '../../check/check.ts';
import type { Challenge, Exchange, Invocation } from '../../check/exchange.ts';
import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { type Departure, encodePayment, type Wallet } from '../../wallet/wallet.ts';
import { readMicro } from '../challenge/amounts.ts';
import { offerOf } from '../challenge/offer.ts';
import { cheapest, controlPaid, isServed, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** What a forger has at hand. */
export interface ForgeryContext {
  readonly offer: Readonly<Record<string, unknown>>;
  /** Micro-USDC of the offer. */
  readonly amount: bigint;
  /** Seconds since 1970 by the target's clock. */
  readonly now: number;
  /** A funded wallet, or one that owns nothing where the run has none. */
  readonly payer: Wallet;
  readonly unfundedWallet: Wallet;
}

/** A payment that must not buy anything. */
export interface Forgery {
  /** What is wrong with it, as the end of "a payment …". */
  readonly what: string;
  readonly departure: Departure;
  /** The codes that are right for it; those of its rule where they are absent. */
  readonly codes?: readonly string[];
  /** Who signs it; the payer where it is absent. */
  readonly signer?: Wallet;
}

/** A rule that payments with one certain flaw are refused. */
export interface Refusal extends ProtocolCheck {
  /** The codes that are right for it. */
  readonly codes: readonly string[];
  readonly forge: (context: ForgeryContext) => readonly Forgery[];
}

/** The code of a refusal for its block alone, which Solana alone has. */
export const stale = 'PAYMENT_BLOCKHASH_STALE';

/** The codes of a refusal that the documents name for every network. */
export const refusalCodes: readonly string[] = ['PAYMENT_INVALID', 'PAYMENT_UNFUNDED'];

/**
 * Makes the check of one flaw.
 *
 * A funded wallet sends the payment where the run has one, so that nothing but the flaw can be the reason of the
 * refusal. An `unfunded` flaw, and a run without a wallet, use one that owns nothing.
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

/** Sends each forgery once and answers the first that was not refused as it has to be. */
async function judgeForgeries(
  run: Run,
  payer: Wallet,
  forge: Refusal['forge'],
  codes: readonly string[],
): Promise<Outcome | undefined> {
  const invocation = sampleOf(await cheapest(run));
  for (const { what, exchange, codes: own = codes } of await sendForgeries(run, invocation, payer, forge)) {
    const outcome = judgeRefusal(what, exchange, own);
    if (outcome) return outcome;
  }
  return undefined;
}

/** A forgery and what it was answered with. */
type Sent = Pick<Forgery, 'what' | 'codes'> & { readonly exchange: Exchange };

/** Signs and sends the forgeries of one flaw; the call is asked for a challenge where none is known. */
export async function sendForgeries(
  run: Run,
  invocation: Invocation,
  payer: Wallet,
  forge: Refusal['forge'],
  known?: Challenge,
): Promise<readonly Sent[]> {
  const challenge = known ?? (await run.challenge(invocation));
  const offer = offerOf(run, challenge);
  const now = await run.now();
  const context = {
    offer,
    amount: readMicro(offer.amount) ?? challenge.amount,
    now,
    payer,
    unfundedWallet: run.unfundedWallet,
  };
  const sent: Sent[] = [];
  for (const { departure, signer = payer, ...forgery } of forge(context)) {
    const payment = await signer.sign(offer, now, departure);
    sent.push({ ...forgery, exchange: await sendPayment(run, invocation, encodePayment(payment)) });
  }
  return sent;
}

/** What is wrong with the answer to a payment that must not buy anything; `undefined` when nothing is. */
export function judgeRefusal(what: string, exchange: Exchange, codes: readonly string[]): Outcome | undefined {
  const { status, json } = exchange.received;
  const { error, code } = fieldsOf(json);
  const expected = { status: 402, error: 'Payment verification failed', code: codes };
  const actual = { status, error, code };
  if (isServed(exchange)) {
    return { verdict: 'fail', detail: `A payment ${what} bought the call.`, expected, actual, exchange };
  }
  if (status === 402 && error === expected.error && codes.includes(String(code))) return undefined;
  return {
    verdict: 'fail',
    detail: `A payment ${what} was refused in another way.`,
    expected,
    actual,
    ...(status === 402 && { at: error === expected.error ? '/code' : '/error' }),
    exchange,
  };
}
