import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, firstPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { isUnfunded, needFunds } from '../../calls/funds.ts';
import { isRefusedFor } from '../../calls/refusal.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, UnexpectedResponse, whereItCan } from '../../http/interruption.ts';
import { transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { startJob } from '../../machine/job.ts';
import { networkKind } from '../../wallet/networks.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { settledCalls } from './settled-calls.ts';

/** The positive control of every rule about payments. */
const acceptedSignatureHeader: ProtocolCheck = {
  id: 'payment.accepted.signature-header',
  async check(run) {
    const paid = await firstPaid(run);
    const [name] = transportOf(run.contract).payment.headers;
    if (!isServed(paid)) return refused(name.toLowerCase(), paid);
    // Header names are case-insensitive: HTTP/2 clients send them in lower case, whatever the specification writes.
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await payerOf(run).sign(offer, await run.now()));
    const spelled = await sendPayment(run, invocation, header, name);
    if (isServed(spelled)) return { verdict: 'pass' };
    needFunds(run, spelled);
    return refused(name, spelled);
  },
};

function refused(name: string, exchange: Exchange): Outcome {
  return {
    verdict: 'fail',
    detail: `A call with a valid payment in ${name} was not served.`,
    expected: 200,
    actual: exchange.received.status,
    exchange,
  };
}

/** The other header names carry the same payment, to a call of any operation and to the poll of a job. */
const acceptedXPayment: ProtocolCheck = {
  id: 'payment.accepted.x-payment',
  whole: true,
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const [, ...others] = transportOf(run.contract).payment.headers;
    if (others.length === 0) throw new NotTestable('open', 'The specification names one payment header alone.');
    for (const name of others) {
      const offer = offerOf(run, await run.challenge(invocation));
      const payment = await payerOf(run).sign(offer, await run.now());
      const exchange = await sendPayment(run, invocation, encodePayment(payment), name);
      if (!isServed(exchange)) {
        needFunds(run, exchange);
        return refused(name, exchange);
      }
      const failure = await judgePolls(run, name);
      if (failure) return failure;
    }
    return (await judgeEveryOperation(run)) ?? { verdict: 'pass' };
  },
};

/** The failure of the first operation that recognizes a used payment in the first header, and in another one sees none. */
async function judgeEveryOperation(run: Run): Promise<Outcome | undefined> {
  if (!run.control?.capabilities.has('ledger')) return undefined;
  const isRecognized = (exchange: Exchange) => isServed(exchange) || isRefusedFor(run, 'used', exchange.received);
  for (const { operation, again } of await settledCalls(run)) {
    const [first, ...others] = again;
    const exchange = others.find((other) => other.received.status === 402 && !isRecognized(other));
    if (!first || !isRecognized(first) || !exchange) continue;
    return {
      verdict: 'fail',
      detail: `${operation.id} recognized a used payment in ${first.sent.payment?.header}, but not in ${exchange.sent.payment?.header}.`,
      expected: first.received.json,
      actual: exchange.received.json,
      exchange,
    };
  }
  return undefined;
}

/** The failure of the first poll that accepts the payment of its job in the preferred header, but not in another. */
async function judgePolls(run: Run, name: string): Promise<Outcome | undefined> {
  for (const machine of Object.values(run.contract.machines)) {
    const job = await whereItCan(() => startJob(run, machine)).catch(withoutJob);
    if (job?.polledBy.auth !== 'wallet' || job.accepted.header === '') continue;
    const polled = await sendPayment(run, job.fetching, job.accepted.header, name);
    if (isServed(polled)) continue;
    const usual = await sendPayment(run, job.fetching, job.accepted.header);
    if (!isServed(usual)) continue;
    return {
      verdict: 'fail',
      detail: `${job.polledBy.id} accepted the payment of its job in ${transportOf(run.contract).payment.headers[0]}, but not in ${name}.`,
      expected: usual.received.status,
      actual: polled.received.status,
      exchange: polled,
    };
  }
  return undefined;
}

/** Other rules judge why no job starts. */
function withoutJob(error: unknown): undefined {
  if (!(error instanceof UnexpectedResponse)) throw error;
}

/** Each offer of a challenge is accepted when it is paid, on whichever network it is; a wallet may have funds on some of them. */
const acceptedEachNetwork: ProtocolCheck = {
  id: 'payment.accepted.each-network',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const challenge = await run.challenge(invocation);
    const kind = networkKind(offerOf(run, challenge).network);
    const paid: string[] = [];
    for (const offer of challenge.accepts) {
      if (offer.scheme !== 'exact' || networkKind(offer.network) !== kind) continue;
      const payment = await payerOf(run).sign(offer, await run.now());
      const exchange = await sendPayment(run, invocation, encodePayment(payment));
      if (isServed(exchange)) paid.push(String(offer.network));
      if (isServed(exchange) || isUnfunded(run, exchange.received)) continue;
      return {
        verdict: 'fail',
        detail: `A call with a valid payment of the offer on ${String(offer.network)} was not served.`,
        expected: 200,
        actual: exchange.received.status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Networks on which a call was paid: ${paid.join(', ')}.` };
  },
};

/** The checks of the headers and networks in which a payment is accepted. */
export const acceptedChecks: readonly ProtocolCheck[] = [
  acceptedSignatureHeader,
  acceptedXPayment,
  acceptedEachNetwork,
];
