import { offerOf } from '../../calls/challenge.ts';
import { cheapest, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import { parseJson } from '../../http/events.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../http/interruption.ts';
import { transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment, type Payment, type Wallet } from '../../wallet/wallet.ts';
import { type Encoding, encodings } from './encodings.ts';
import { refusalMismatch, refusalsFor } from './refusals.ts';
import { settledCalls } from './settled-calls.ts';

/** A payment that has bought a call, and the call. */
interface UsedPayment {
  readonly invocation: Invocation;
  readonly header: string;
  readonly payment: Payment;
  readonly payer: Wallet;
  readonly exchange: Exchange;
}

/** Buys the cheapest call; its payment must buy nothing more. */
export async function usePayment(run: Run): Promise<UsedPayment> {
  const payer = payerOf(run);
  const invocation = sampleOf(await cheapest(run));
  const paid = await run.pay(invocation, { wallet: payer });
  if (!isServed(paid))
    throw new UnexpectedResponse('A call with a valid payment was not served, so its replay proves nothing.', paid);
  // The suite has encoded this header itself.
  const payment = parseJson(Buffer.from(paid.header, 'base64').toString()) as Payment;
  return { invocation, header: paid.header, payment, payer, exchange: paid };
}

/** The failure of a used payment that bought another call; `undefined` where it bought none. */
export function replayFailure(how: string, exchange: Exchange): Outcome | undefined {
  if (!isServed(exchange)) return undefined;
  return {
    verdict: 'fail',
    detail: `A used payment ${how} bought another call.`,
    expected: 402,
    actual: exchange.received.status,
    exchange,
  };
}

/** Judges that a payment which was rejected once, as `flaw` says, is no replay when it comes again without the flaw. */
export async function judgeUnused(run: Run, invocation: Invocation, header: string, flaw: string): Promise<Outcome> {
  const exchange = await sendPayment(run, invocation, header);
  const [{ code: used } = { code: undefined }] = refusalsFor(run, ['used']);
  if (used === undefined) throw new NotTestable('open', 'The specification states no code of a used payment.');
  const { code } = fieldsOf(exchange.received.json);
  if (code !== used) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `A payment that was rejected ${flaw} was a replay when it was sent again without that flaw.`,
    expected: `a response without ${String(used)}`,
    actual: code,
    exchange,
  };
}

/** A payment that bought a call buys no other, in any header, on any operation. */
const replayClaimedOnce: ProtocolCheck = {
  id: 'payment.replay.claimed-once',
  whole: true,
  async check(run) {
    // A new payment: one from the beginning of the run may have expired, and would be refused for that reason.
    const { header, invocation } = await usePayment(run);
    for (const name of transportOf(run.contract).payment.headers) {
      const exchange = await sendPayment(run, invocation, header, name);
      const mismatch = refusalMismatch(run, exchange, ['used']);
      if (!mismatch) continue;
      return {
        verdict: 'fail',
        detail: `The refusal of a used payment in ${name} does not match.`,
        ...mismatch,
        exchange,
      };
    }
    return (await judgeEveryOperation(run)) ?? { verdict: 'pass' };
  },
};

/** The first refusal of a used payment that does not match, on any operation that has no such refusal of its own. */
async function judgeEveryOperation(run: Run): Promise<Outcome | undefined> {
  if (!run.control?.capabilities.has('ledger')) return undefined;
  const hasOwn = ({ errors }: Operation) => errors.some((id) => run.contract.errors[id]?.http === 402);
  for (const { operation, again } of await settledCalls(run)) {
    if (hasOwn(operation)) continue;
    for (const exchange of again.filter((each) => isRefusedReplay(run, operation, each))) {
      const mismatch = refusalMismatch(run, exchange, ['used']);
      const detail = `The refusal of a used payment by ${operation.id} does not match.`;
      if (mismatch) return { verdict: 'fail', detail, ...mismatch, exchange };
    }
  }
  return undefined;
}

/** True for a refusal that the used payment must have caused: not the state of a resource, a limit or a failure. */
function isRefusedReplay({ contract }: Run, operation: Operation, { received }: Exchange): boolean {
  const { status } = received;
  return status >= 400 && status < 500 && status !== 429 && !isStateRefusal(contract, operation, received);
}

/** The response to a paid call is not returned for requests without payment. */
const replayWithoutPayment: ProtocolCheck = {
  id: 'payment.replay.without-payment',
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    // Another check may have paid for the same call before; a target that caches responses serves it here at once.
    const before = await run.send(invocation);
    if (!isServed(before)) await usePayment(run);
    const exchange = isServed(before) ? before : await run.send(invocation);
    const { status } = exchange.received;
    if (status === 402) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A request without payment was served after the same call had been paid for.',
      expected: 402,
      actual: status,
      exchange,
    };
  },
};

/** A used payment buys nothing in another encoding: claims are by payer and nonce, not by the text of the header. */
const replayRespelled: ProtocolCheck = {
  id: 'payment.replay.respelled',
  async check(run) {
    const used = await usePayment(run);
    const { invocation, payment } = used;
    const tried = [...encodings(payment), ...(await signedAgain(run, used))];
    for (const { how, header } of tried) {
      for (const name of transportOf(run.contract).payment.headers) {
        const sold = replayFailure(`${how} (${name})`, await sendPayment(run, invocation, header, name));
        if (sold) return sold;
      }
    }
    return { verdict: 'pass', detail: `Encodings tried: ${tried.length}.` };
  },
};

/** The same authorization with another validBefore; a Solana transaction that differs in anything is a different payment. */
async function signedAgain(run: Run, { invocation, payer, payment }: UsedPayment): Promise<readonly Encoding[]> {
  if (!('authorization' in payment.payload)) return [];
  const { nonce, validBefore } = payment.payload.authorization;
  const offer = offerOf(run, await run.challenge(invocation));
  const again = await payer.sign(offer, await run.now(), { evm: { nonce, validBefore: Number(validBefore) - 1 } });
  return [{ how: 'that was signed again with another validBefore', header: encodePayment(again) }];
}

/** Seconds after which a payment is sent again: within its window, and long after it. */
const delays = [120, 100_000];

/** A used payment is remembered, at least as long as it is valid. */
const replayRemembered: ProtocolCheck = {
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
const longWindow = 1_000_000;

/** Buys a call with an authorization that outlives its offer, which a target may refuse: then there is none. */
async function useLongPayment(run: Run, invocation: Invocation): Promise<string | undefined> {
  if (run.contract.host.payment?.domain === undefined) return undefined;
  const offer = offerOf(run, await run.challenge(invocation));
  const now = await run.now();
  const header = encodePayment(await payerOf(run).sign(offer, now, { evm: { validBefore: now + longWindow } }));
  return isServed(await sendPayment(run, invocation, header)) ? header : undefined;
}

/** An authorization is its payer's: the same nonce of another wallet is not used by it. */
const replayOtherPayer: ProtocolCheck = {
  id: 'payment.replay.other-payer',
  async check(run) {
    const { invocation, payment } = await usePayment(run);
    const { payload } = payment;
    if (!('authorization' in payload)) throw new NotTestable('open', 'Payments of this network have no nonce.');
    const { nonce } = payload.authorization;
    const other = await run.freshPayer();
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await other.sign(offer, await run.now(), { evm: { nonce } }));
    const exchange = await sendPayment(run, invocation, header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A payment was refused because another wallet has used the same nonce.',
      expected: '2xx',
      actual: exchange.received.status,
      exchange,
    };
  },
};

/** The checks of payments that were used before. */
export const replayChecks: readonly ProtocolCheck[] = [
  replayClaimedOnce,
  replayWithoutPayment,
  replayRespelled,
  replayRemembered,
  replayOtherPayer,
];
