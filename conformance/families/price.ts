import { judgeCharges } from '../account/charges.ts';
import { pointsOf } from '../arbitraries/points.ts';
import type { Family, Outcome } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import type { Formula, PriceUse } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { decimalText, toMicro } from '../oracle/exact.ts';
import { type AnswerCache, answerCacheOf } from '../requests/answer-cache.ts';
import { preparedExample } from '../requests/prepared-calls.ts';
import { quoteOf } from '../requests/quote.ts';
import { failure, needAnswer } from '../requests/responses.ts';
import { pricedExamples } from '../requests/sample.ts';
import { needExample } from '../requests/verdicts.ts';

/** Requests made at the same time. */
const width = 8;

/** A price: every quote, or every charge where nothing is quoted, matches the formula or one side of a conflict. */
export const priceFamily: Family = {
  kind: 'price',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const use = operation.price;
    if (!use) return { verdict: 'error', detail: `${operation.id} has no price.` };
    const price = run.evaluator.price(use);
    if (!['payment', 'wallet'].includes(operation.auth) || price.kind === 'metered') {
      return judgeCharges(run, operation, use);
    }
    const cache = answerCacheOf(run);
    const requests = cache.requests(operation);
    const context = { operation, requests, evaluator: run.evaluator, material: cache.material };
    const { calls, whole } = pointsOf(use, context, pricedExamples(price, operation), run.seed);
    const priced = calls.filter((call) => run.evaluator.isPriceStated(use, requests.environment(call)));
    if (priced.length === 0) throw new NotTestable('No call was found whose price the catalogs of this target state.');
    const quotes = await quotesOf(cache, priced).catch(unreadable);
    if ('verdict' in quotes) return quotes;
    if (quotes.length > 0) {
      return judge(cache, use, quotes, whole ? 'the whole domain' : 'bounds, turning points and random calls');
    }
    await needExample(cache, operation);
    const placed = await preparedExample(run, operation);
    const [quote] = placed ? await quotesOf(cache, [placed.invocation]) : [];
    if (quote) return judge(cache, use, [quote], 'after a scenario');
    throw new NotTestable('The target looks for the resource of a call before it returns a challenge.');
  },
};

/** A call with its quote in micro-USDC. */
interface Quoted {
  readonly call: Invocation;
  readonly exchange: Exchange;
  readonly amount: bigint;
}

/** Requests every quote. The rules of requests judge calls that are refused. */
async function quotesOf(cache: AnswerCache, calls: readonly Invocation[]): Promise<readonly Quoted[]> {
  const quoted: Quoted[] = [];
  const queue = calls.values();
  const ask = async () => {
    for (const call of queue) {
      const exchange = await cache.send(call);
      needAnswer(cache.run, call.operation, exchange);
      const amount = quoteOf(cache.run, exchange);
      if (amount !== undefined) quoted.push({ call, exchange, amount });
    }
  };
  await Promise.all(Array.from({ length: width }, ask));
  return quoted;
}

/** The failure of a challenge whose amount cannot be read. */
function unreadable(error: unknown): Outcome {
  if (!(error instanceof UnexpectedResponse) || error.exchange.received.status !== 402) throw error;
  const { accepts } = fieldsOf(error.exchange.received.json);
  return failure(error.message, 'a whole number of micro-USDC', error.exchange, accepts);
}

/** A deployment follows one side of a conflict, so one formula has to match all quotes. */
async function judge(cache: AnswerCache, use: PriceUse, quotes: readonly Quoted[], where: string): Promise<Outcome> {
  const price = cache.run.evaluator.price(use);
  const sides: readonly (Formula | undefined)[] = [undefined, ...price.sides];
  const mismatches = sides.map((side) =>
    quotes.filter((quote) => !expected(cache, use, quote.call, side).has(quote.amount)),
  );
  if (mismatches.some((each) => each.length === 0)) {
    return { verdict: 'pass', detail: `Quotes compared: ${quotes.length}, ${where}.` };
  }
  const [index, fewest] = [...mismatches.entries()].reduce((best, next) =>
    next[1].length < best[1].length ? next : best,
  );
  const smallest = fewest.reduce((least, next) => (sizeOf(next) < sizeOf(least) ? next : least));
  const exchange = await cache.resend(smallest.call);
  const amount = quoteOf(cache.run, exchange);
  const amounts = expected(cache, use, smallest.call, sides[index]);
  if (amount !== undefined && amounts.has(amount)) {
    return { verdict: 'error', detail: 'The same call was quoted two different prices, one of which is correct.' };
  }
  const usd = cache.run.evaluator.usd(
    use,
    cache.requests(smallest.call.operation).environment(smallest.call),
    sides[index],
  );
  const count = fewest.length > 1 ? ` (${fewest.length} of ${quotes.length} quotes do not match)` : '';
  const detail = `The quote does not match the ${decimalText(usd)} USD of the formula ${(sides[index] ?? price.formula).text}${count}.`;
  return { ...failure(detail, [...amounts].join(' or '), exchange, String(amount)), at: '/accepts/0/amount' };
}

/** The micro-USDC that a call may be quoted: where the rounding is only assumed, rounded either way. */
function expected(
  { run, requests }: AnswerCache,
  use: PriceUse,
  call: Invocation,
  side?: Formula,
): ReadonlySet<bigint> {
  const price = run.evaluator.price(use);
  const usd = run.evaluator.usd(use, requests(call.operation).environment(call), side);
  const stated = price.roundingStatus === 'stated' || price.roundingStatus === 'derived';
  return new Set(
    (stated ? [price.rounding] : ([price.rounding, 'down', 'up'] as const)).map((mode) => toMicro(usd, mode)),
  );
}

function sizeOf({ call }: Quoted): number {
  return JSON.stringify([call.body, call.query, call.params]).length;
}
