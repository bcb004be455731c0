import type { Outcome, Run } from '../../check/check.ts';
import type { Challenge, Invocation } from '../../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../check/interruption.ts';
import { isStateRefusal } from '../../requests/responses.ts';
import { pricedExamples } from '../../requests/sample.ts';
import { readChallenge } from '../../run/challenge.ts';
import { firstFinding } from '../../run/first-finding.ts';
import { inParallel } from '../../run/in-parallel.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { allChallengesOf, type UnpaidChallenge } from '../challenge/unpaid.ts';
import { controlPaid, payerOf, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { judgeRefusal } from './refusal.ts';

/**
 * Nothing of a request is signed, so only the server can tell that a payment was made for another one.
 *
 * Both requests have been quoted when the payment is sent: an amount that was asked for once is no price of other requests.
 */
export const rejectedDearerRequest: ProtocolCheck = {
  id: 'payment.rejected.dearer-request',
  async check(run) {
    await controlPaid(run);
    const pairs = await cheapAndDear(run);
    const finding = await firstFinding(pairs, (pair) => judgePair(run, pair));
    return finding ?? { verdict: 'pass', detail: `Payments sent with a dearer request: ${pairs.length}.` };
  },
};

/** Quotes requested at the same time. */
const width = 8;

interface Quoted {
  readonly invocation: Invocation;
  readonly challenge: Challenge;
}

type Pair = readonly [cheap: Quoted, dear: Quoted];

/** The cheapest and the dearest request of each operation whose price varies, and of all operations. */
async function cheapAndDear(run: Run): Promise<readonly Pair[]> {
  const open = (await allChallengesOf(run)).filter(({ operation }) => operation.payers === undefined);
  const quoted = [...open.flatMap(quoteOf), ...(await quotedExamples(run))];
  const groups = [quoted, ...Map.groupBy(quoted, ({ invocation }) => invocation.operation).values()];
  const pairs = groups.flatMap((group) => extremesOf(group) ?? []);
  if (pairs.length === 0) throw new NotTestable('All requests of this host cost the same.');
  return pairs;
}

function quoteOf({ invocation, exchange }: UnpaidChallenge): readonly Quoted[] {
  try {
    return [{ invocation, challenge: readChallenge(exchange) }];
  } catch (error) {
    // Other rules judge a challenge that cannot be read.
    if (error instanceof UnexpectedResponse) return [];
    throw error;
  }
}

/** The quotes of the documents' own examples of prices. */
async function quotedExamples(run: Run): Promise<readonly Quoted[]> {
  const { operations, prices } = run.contract;
  const calls = operations.flatMap((operation) => {
    const price = prices[operation.price?.id ?? ''];
    return price && operation.auth === 'payment' && !operation.payers ? pricedExamples(price, operation) : [];
  });
  const quoted = await inParallel(calls, width, async (invocation): Promise<readonly Quoted[]> => {
    try {
      return [{ invocation, challenge: await run.challenge(invocation) }];
    } catch (error) {
      // A request that this target cannot price is no use here; its own rules judge it.
      if (error instanceof NotTestable || error instanceof UnexpectedResponse) return [];
      throw error;
    }
  });
  return quoted.flat();
}

function extremesOf(quoted: readonly Quoted[]): readonly [Pair] | undefined {
  const sorted = quoted.toSorted((a, b) => Number(a.challenge.amount - b.challenge.amount));
  const [cheap, dear] = [sorted[0], sorted.at(-1)];
  return cheap && dear && cheap.challenge.amount < dear.challenge.amount ? [[cheap, dear]] : undefined;
}

async function judgePair(run: Run, [cheap, { invocation }]: Pair): Promise<Outcome | undefined> {
  const payment = await payerOf(run).sign(offerOf(run, cheap.challenge), await run.now());
  const exchange = await sendPayment(run, invocation, encodePayment(payment));
  // The owner of a resource may be checked before the payment.
  if (isStateRefusal(run.contract, invocation.operation, exchange.received)) return undefined;
  return judgeRefusal(`signed for a cheaper request than this of ${invocation.operation.id}`, exchange, [
    'PAYMENT_INVALID',
  ]);
}
