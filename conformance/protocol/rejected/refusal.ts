import { offerOf, readMicro } from '../../calls/challenge.ts';
import { isServed, sendPayment } from '../../calls/cheapest.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Challenge, Exchange, Invocation } from '../../http/exchange.ts';
import { encodePayment, type Wallet } from '../../wallet/wallet.ts';
import { type Cause, codesOf, refusalError } from './causes.ts';
import type { Flaw } from './flaws.ts';
import { acceptsUnknownBlocks, unknownBlock } from './unknown-block.ts';

/** A forgery that was sent. */
interface SentForgery {
  /** The flaw, as the end of "A payment …". */
  readonly what: string;
  /** The causes for which it may be refused. */
  readonly causes: readonly Cause[];
  readonly exchange: Exchange;
}

/** Signs and sends the forgeries of one flaw, for a known challenge or a new one. */
export async function sendForgeries(
  run: Run,
  invocation: Invocation,
  payer: Wallet,
  { forge, cause }: Flaw,
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
  for (const { what, departure, signer = payer, alsoFor } of forge(context)) {
    const payment = await signer.sign(offer, now, departure);
    const exchange = await sendPayment(run, invocation, encodePayment(payment));
    sent.push({ what, causes: alsoFor ? [cause, alsoFor] : [cause], exchange });
  }
  return sent;
}

/** Judges the response to an invalid payment; `undefined` where it is the refusal that one of its causes requires. */
export function judgeRefusal(what: string, exchange: Exchange, causes: readonly Cause[]): Outcome | undefined {
  const { status, json } = exchange.received;
  const { error, code } = fieldsOf(json);
  const codes = codesOf(causes);
  const expected = { status: 402, error: refusalError, code: codes };
  const actual = { status, error, code };
  if (isServed(exchange)) {
    return { verdict: 'fail', detail: `A call with a payment ${what} was served.`, expected, actual, exchange };
  }
  if (status === 402 && error === refusalError && codes.includes(String(code))) return undefined;
  return {
    verdict: 'fail',
    detail: `The refusal of a payment ${what} does not match.`,
    expected,
    actual,
    ...(status === 402 && { at: error === refusalError ? '/code' : '/error' }),
    exchange,
  };
}

/** Judges that a payment which was rejected once, as `flaw` says, is no replay when it comes again without the flaw. */
export async function judgeUnused(run: Run, invocation: Invocation, header: string, flaw: string): Promise<Outcome> {
  const exchange = await sendPayment(run, invocation, header);
  const { code } = fieldsOf(exchange.received.json);
  if (!codesOf(['used']).includes(String(code))) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `A payment that was rejected ${flaw} was a replay when it was sent again without that flaw.`,
    expected: 'a response without PAYMENT_REPLAY',
    actual: code,
    exchange,
  };
}
