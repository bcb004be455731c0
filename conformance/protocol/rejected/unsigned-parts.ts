import { offerOf, readChallenge } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import { allChallengesOf, type UnpaidChallenge } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Challenge, Invocation } from '../../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../http/interruption.ts';
import { pricedExamples, sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { refusalsFor } from '../payment/refusals.ts';
import { judgeUnused } from '../payment/replay.ts';
import { judgeRefusal } from './refusal.ts';

/** Values of a payment header that are not payments, however they are read. */
const unreadableHeaders = {
  'text that is not base64': '(no base64)',
  'base64 of text that is not JSON': Buffer.from('no payment').toString('base64'),
  'base64 of an empty object': Buffer.from('{}').toString('base64'),
};

/** A payment header that cannot be read is refused, and does not count as absent. */
const unreadable: ProtocolCheck = {
  id: 'payment.rejected.unreadable',
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    const [{ error: required, status: refused } = { error: undefined, status: 402 }] = refusalsFor(run, ['unreadable']);
    for (const [what, header] of Object.entries(unreadableHeaders)) {
      const exchange = await sendPayment(run, invocation, header);
      const { status, json } = exchange.received;
      const { error, code } = fieldsOf(json);
      // Question unreadable-payment: it may also count as an invalid part of the request.
      if (status === 400 || (status === refused && (required === undefined || error === required))) continue;
      return {
        verdict: 'fail',
        detail: isServed(exchange)
          ? `A call was served with a payment header that is ${what}.`
          : `The refusal of a payment header that is ${what} does not match.`,
        expected: { status: refused, error: required },
        actual: { status, error, code },
        ...(status === refused && { at: '/error' }),
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** A rejected payment is not used up: the same authorization with the right offer is no replay. */
const unclaimed: ProtocolCheck = {
  id: 'payment.rejected.unclaimed',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const payment = await payerOf(run).sign(offer, await run.now());
    const altered = { ...payment, accepted: { ...fieldsOf(payment.accepted), scheme: 'none' } };
    const refused = await sendPayment(run, invocation, encodePayment(altered));
    if (isServed(refused))
      throw new NotTestable('open', 'The target does not compare the scheme that a payment accepts.');
    return judgeUnused(run, invocation, encodePayment(payment), 'for the scheme that it accepts');
  },
};

/**
 * The signature does not cover the request, so only the server can tell that a payment was made for another one.
 *
 * Both requests are quoted before the payment is sent. A gateway must not accept an amount because it once quoted it.
 */
const dearerRequest: ProtocolCheck = {
  id: 'payment.rejected.dearer-request',
  async check(run) {
    await controlPaid(run);
    const pairs = await cheapAndDear(run);
    const finding = await firstFinding(pairs, (pair) => judgePair(run, pair));
    return finding ?? { verdict: 'pass', detail: `Payments sent with a dearer request: ${pairs.length}.` };
  },
};

/** Quotes requested at the same time. */
const concurrency = 8;

interface QuotedCall {
  readonly invocation: Invocation;
  readonly challenge: Challenge;
}

type Pair = readonly [cheap: QuotedCall, dear: QuotedCall];

/** The cheapest and the most expensive request of each operation whose price varies, and of all operations. */
async function cheapAndDear(run: Run): Promise<readonly Pair[]> {
  const open = (await allChallengesOf(run)).filter(({ operation }) => operation.payers === undefined);
  const quoted = [...open.flatMap(quoteOf), ...(await quotedExamples(run))];
  const groups = [quoted, ...Map.groupBy(quoted, ({ invocation }) => invocation.operation).values()];
  const pairs = groups.flatMap((group) => extremesOf(group) ?? []);
  if (pairs.length === 0) throw new NotTestable('open', 'All requests of this host cost the same.');
  return pairs;
}

function quoteOf({ invocation, exchange, run }: UnpaidChallenge): readonly QuotedCall[] {
  try {
    return [{ invocation, challenge: readChallenge(exchange, run.contract) }];
  } catch (error) {
    // Other rules judge a challenge that cannot be read.
    if (error instanceof UnexpectedResponse) return [];
    throw error;
  }
}

/** The quotes of the documents' own examples of prices. */
async function quotedExamples(run: Run): Promise<readonly QuotedCall[]> {
  const { operations, prices } = run.contract;
  const calls = operations.flatMap((operation) => {
    const price = prices[operation.price?.id ?? ''];
    return price && operation.auth === 'payment' && !operation.payers ? pricedExamples(price, operation) : [];
  });
  const quoted = await inParallel(calls, concurrency, async (invocation): Promise<readonly QuotedCall[]> => {
    try {
      return [{ invocation, challenge: await run.challenge(invocation) }];
    } catch (error) {
      // Other rules judge a request that this target cannot price.
      if (error instanceof NotTestable || error instanceof UnexpectedResponse) return [];
      throw error;
    }
  });
  return quoted.flat();
}

function extremesOf(quoted: readonly QuotedCall[]): readonly [Pair] | undefined {
  const sorted = quoted.toSorted((a, b) => Number(a.challenge.amount - b.challenge.amount));
  const [cheap, dear] = [sorted[0], sorted.at(-1)];
  return cheap && dear && cheap.challenge.amount < dear.challenge.amount ? [[cheap, dear]] : undefined;
}

async function judgePair(run: Run, [cheap, { invocation }]: Pair): Promise<Outcome | undefined> {
  const payment = await payerOf(run).sign(offerOf(run, cheap.challenge), await run.now());
  const exchange = await sendPayment(run, invocation, encodePayment(payment));
  // The owner of a resource may be checked before the payment.
  if (isStateRefusal(run.contract, invocation.operation, exchange.received)) return undefined;
  return judgeRefusal(run, `signed for a cheaper request than this of ${invocation.operation.id}`, exchange, [
    'amount-too-small',
  ]);
}

/** The checks of the parts of a payment that no signature covers: its encoding, the offer that it accepts, and its request. */
export const unsignedPartChecks: readonly ProtocolCheck[] = [unreadable, unclaimed, dearerRequest];
