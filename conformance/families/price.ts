import { judgeCharges } from '../account/charges.ts';
import { pointsOf } from '../arbitraries/points.ts';
import type { Family, Outcome } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import type { Formula, Operation, Price, PriceUse } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { decimalText, toMicro } from '../oracle/exact.ts';
import { type AnswerCache, answerCacheOf } from '../requests/answer-cache.ts';
import { preparedExample } from '../requests/prepared-calls.ts';
import { quoteOf } from '../requests/quote.ts';
import { failure, needAnswer } from '../requests/responses.ts';
import { sampleOf } from '../requests/sample.ts';
import { needExample } from '../requests/verdicts.ts';

/** Calls asked at the same time. */
const width = 8;

/** A price: every quote, or every charge where none is quoted, is what the formula or one side of a conflict makes it. */
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
    const { calls, whole } = pointsOf(use, context, examplesOf(price, operation), run.seed);
    const told = calls.filter((call) => run.evaluator.isPriceStated(use, requests.environment(call)));
    if (told.length === 0) throw new NotTestable('No call was found whose price the catalogs of this target tell.');
    const quotes = await quotesOf(cache, told).catch(unreadable);
    if ('verdict' in quotes) return quotes;
    if (quotes.length > 0) {
      return judge(cache, use, quotes, whole ? 'the whole domain' : 'bounds, turning points and random calls');
    }
    await needExample(cache, operation);
    const placed = await preparedExample(run, operation);
    const [quote] = placed ? await quotesOf(cache, [placed.invocation]) : [];
    if (quote) return judge(cache, use, [quote], 'where a story has brought the target');
    throw new NotTestable('The target looks for what a call names before it tells a price.');
  },
};

/** A call with the micro-USDC it was quoted. */
interface Quoted {
  readonly call: Invocation;
  readonly exchange: Exchange;
  readonly amount: bigint;
}

function examplesOf(price: Price, operation: Operation): Invocation[] {
  return price.examples
    .filter((example) => example.operation === undefined || example.operation === operation.id)
    .map((example) => sampleOf(operation, { body: example.request }));
}

/** Asks for every quote. Calls that are refused are left to the rules of requests. */
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

/** A challenge whose amount cannot be read quotes no price at all. */
function unreadable(error: unknown): Outcome {
  if (!(error instanceof UnexpectedResponse) || error.exchange.received.status !== 402) throw error;
  const { accepts } = fieldsOf(error.exchange.received.json);
  return failure(error.message, 'a whole number of micro-USDC', error.exchange, accepts);
}

/** A deployment keeps to one side of a conflict, so one formula has to fit all quotes. */
async function judge(cache: AnswerCache, use: PriceUse, quotes: readonly Quoted[], where: string): Promise<Outcome> {
  const price = cache.run.evaluator.price(use);
  const sides: readonly (Formula | undefined)[] = [undefined, ...price.sides];
  const misfits = sides.map((side) =>
    quotes.filter((quote) => !expected(cache, use, quote.call, side).has(quote.amount)),
  );
  if (misfits.some((each) => each.length === 0)) {
    return { verdict: 'pass', detail: `Quotes compared: ${quotes.length}, ${where}.` };
  }
  const [index, fewest] = [...misfits.entries()].reduce((best, next) =>
    next[1].length < best[1].length ? next : best,
  );
  const worst = fewest.reduce((least, next) => (sizeOf(next) < sizeOf(least) ? next : least));
  const exchange = await cache.resend(worst.call);
  const amount = quoteOf(cache.run, exchange);
  const right = expected(cache, use, worst.call, sides[index]);
  if (amount !== undefined && right.has(amount)) {
    return { verdict: 'error', detail: 'The same call was quoted two different prices, of which one is right.' };
  }
  const usd = cache.run.evaluator.usd(use, cache.requests(worst.call.operation).environment(worst.call), sides[index]);
  const count = fewest.length > 1 ? ` (${fewest.length} of ${quotes.length} quotes differ)` : '';
  const detail = `The call is worth ${decimalText(usd)} USD by ${(sides[index] ?? price.formula).text}${count}.`;
  return { ...failure(detail, [...right].join(' or '), exchange, String(amount)), at: '/accepts/0/amount' };
}

/** The micro-USDC that a call may be quoted: a rounding that is only assumed may go either way. */
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
