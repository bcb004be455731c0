import { judgeCharges } from '../account/charges.ts';
import type { OperationContext } from '../arbitraries/domain.ts';
import { leftToDefaults, pointsOf } from '../arbitraries/points.ts';
import { unknownKeysOf } from '../arbitraries/requests.ts';
import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import { needAnswer } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import { oncePerRun, remembered } from '../check/once-per-run.ts';
import { failure, type Outcome } from '../check/outcome.ts';
import { type Run, samplesFor } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { sampled } from '../common/spread.ts';
import type { Formula, Operation, PriceUse } from '../contract/contract.ts';
import { callKey, type Exchange, type Invocation } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { bareExamples, pricedExamples } from '../http/sample.ts';
import { decimalText, toMicro } from '../oracle/exact.ts';
import { answersOf, isChallenge } from '../requests/observed.ts';
import { needExample } from '../requests/send.ts';
import { preparedExample } from '../scenario/prepared-calls.ts';

/** Requests made at the same time. */
const concurrency = 8;

/**
 * A price: every quote, or every charge where nothing is quoted, matches the formula or one side of a conflict.
 *
 * Chosen calls are compared first; when the run is over, all quotes for valid calls that it has seen: a field that the
 * formula does not read changes no price.
 */
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
    const pricing = pricingOf(run, operation, use);
    const samples = samplesFor(rule, run);
    const chosen = await chosenOnce(run).then((known) =>
      remembered(known, `${operation.id} ${samples}`, () => choose(pricing, samples)),
    );
    if ('verdict' in chosen) return chosen;
    return judge(pricing, [...chosen.quotes, ...seen(pricing, chosen.quotes)], chosen.where);
  },
};

/** The price of an operation, and what is needed to compare quotes with it. */
interface Pricing extends OperationContext {
  readonly cache: AnswerCache;
  readonly use: PriceUse;
}

function pricingOf(run: Run, operation: Operation, use: PriceUse): Pricing {
  const cache = answerCacheOf(run);
  const requests = cache.requests(operation);
  return { cache, use, operation, requests, evaluator: run.evaluator, material: cache.material };
}

/** The quotes for the calls that were chosen, and how they were. */
interface Chosen {
  readonly quotes: readonly QuotedCall[];
  readonly where: string;
}

const chosenOnce = oncePerRun(async () => new Map<string, Promise<Chosen | Outcome>>());

async function choose(pricing: Pricing, samples: number): Promise<Chosen | Outcome> {
  const { cache, use, operation, requests, evaluator } = pricing;
  const price = evaluator.price(use);
  const { calls, whole } = pointsOf(use, pricing, pricedExamples(price, operation), cache.run.seed);
  const stated = [...bareExamples(price, operation).filter(requests.allows), ...calls].filter((call) =>
    evaluator.isPriceStated(use, requests.environment(call)),
  );
  const priced = sampled(stated, samples);
  if (priced.length === 0)
    throw new NotTestable('means', 'No call was found whose price the catalogs of this target state.');
  const quotes = await quotesOf(pricing, priced).catch(unreadable);
  if ('verdict' in quotes) return quotes;
  if (quotes.length > 0)
    return { quotes, where: whole ? 'every pair of values' : 'bounds, turning points and random calls' };
  await needExample(cache, operation);
  const placed = await preparedExample(cache.run, operation);
  const afterScenario = placed ? await quotesOf(pricing, [placed.invocation]) : [];
  if (afterScenario.length > 0) return { quotes: afterScenario, where: 'after a scenario' };
  throw new NotTestable('open', 'The target looks for the resource of a call before it returns a challenge.');
}

/**
 * The quotes that the run has seen for other valid calls.
 *
 * Those that leave to defaults what the example leaves to them are compared where its own quote is right: rules of their own
 * judge defaults, and keys that no schema has.
 */
function seen(pricing: Pricing, chosen: readonly QuotedCall[]): readonly QuotedCall[] {
  const { cache, use, operation, requests, evaluator, material } = pricing;
  const leftBy = (call: Invocation) => leftToDefaults(call, use, pricing).join();
  const compared = new Set(chosen.map(({ call }) => callKey(call)));
  const quotes = answersOf(cache.run, operation)
    .filter(isChallenge)
    .flatMap(({ invocation: call, exchange }) => {
      const key = callKey(call);
      if (compared.has(key) || call.raw !== undefined || call.url !== undefined) return [];
      compared.add(key);
      if (!requests.allows(call) || unknownKeysOf(operation, call.body, material.validator).length > 0) return [];
      if (!evaluator.isPriceStated(use, requests.environment(call))) return [];
      return quotedBy(pricing, call, exchange) ?? [];
    });
  const usual = quotes.find(({ call }) => callKey(call) === callKey(requests.base));
  const known = ['', ...(usual?.matches.some((each) => each) ? [leftBy(requests.base)] : [])];
  return quotes.filter(({ call }) => known.includes(leftBy(call)));
}

/** A call with its quote in micro-USDC. */
interface QuotedCall {
  readonly call: Invocation;
  readonly exchange: Exchange;
  readonly amount: bigint;
  /** For the formula and each side of a conflict, whether it gives this quote. */
  readonly matches: readonly boolean[];
}

/** The micro-USDC that a response asks for: nothing where it serves a call without payment. `undefined` for a refusal. */
function amountOf(run: Run, exchange: Exchange): bigint | undefined {
  const { sent, received } = exchange;
  return received.status < 300 && !sent.payment ? 0n : quoteOf(run, exchange);
}

/** The quote of a response; `undefined` where it is a refusal. */
function quotedBy(pricing: Pricing, call: Invocation, exchange: Exchange): QuotedCall | undefined {
  const amount = amountOf(pricing.cache.run, exchange);
  if (amount === undefined) return undefined;
  return { call, exchange, amount, matches: sidesOf(pricing).map((side) => expected(pricing, call, side).has(amount)) };
}

/** The formula of a price, and the sides of a conflict. */
function sidesOf({ evaluator, use }: Pricing): readonly (Formula | undefined)[] {
  return [undefined, ...evaluator.price(use).sides];
}

/** Requests every quote. The rules of requests judge calls that are refused. */
async function quotesOf(pricing: Pricing, calls: readonly Invocation[]): Promise<readonly QuotedCall[]> {
  const { cache } = pricing;
  const quoted: QuotedCall[] = [];
  const queue = calls.values();
  const ask = async () => {
    for (const call of queue) {
      const exchange = await cache.send(call);
      needAnswer(cache.run, call.operation, exchange);
      const quote = quotedBy(pricing, call, exchange);
      if (quote) quoted.push(quote);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  return quoted;
}

/** The failure of a challenge whose amount cannot be read. */
function unreadable(error: unknown): Outcome {
  if (!(error instanceof UnexpectedResponse) || error.exchange.received.status !== 402) throw error;
  const { accepts } = fieldsOf(error.exchange.received.json);
  return failure(error.message, 'a whole number of micro-USDC', error.exchange, accepts);
}

/** A deployment follows one side of a conflict, so one formula has to match all quotes. */
async function judge(pricing: Pricing, quotes: readonly QuotedCall[], where: string): Promise<Outcome> {
  const { cache, use, evaluator, requests } = pricing;
  const sides = sidesOf(pricing);
  const mismatches = sides.map((_, index) => quotes.filter(({ matches }) => !matches[index]));
  if (mismatches.some((each) => each.length === 0)) {
    return { verdict: 'pass', detail: `Quotes compared: ${quotes.length}, ${where}.` };
  }
  const [index, fewest] = [...mismatches.entries()].reduce((best, next) =>
    next[1].length < best[1].length ? next : best,
  );
  const smallest = fewest.reduce((least, next) => (sizeOf(next) < sizeOf(least) ? next : least));
  const exchange = await cache.resend(smallest.call);
  const amount = amountOf(cache.run, exchange);
  const amounts = expected(pricing, smallest.call, sides[index]);
  if (amount !== undefined && amounts.has(amount)) {
    return { verdict: 'error', detail: 'The same call was quoted two different prices, one of which is correct.' };
  }
  const usd = evaluator.usd(use, requests.environment(smallest.call), sides[index]);
  const count = fewest.length > 1 ? ` (${fewest.length} of ${quotes.length} quotes do not match)` : '';
  const detail = `The quote does not match the ${decimalText(usd)} USD of the formula ${(sides[index] ?? evaluator.price(use).formula).text}${count}.`;
  return { ...failure(detail, [...amounts].join(' or '), exchange, String(amount)), at: '/accepts/0/amount' };
}

/** The micro-USDC that a call may be quoted: where the rounding is only assumed, rounded either way. */
function expected({ evaluator, use, requests }: Pricing, call: Invocation, side?: Formula): ReadonlySet<bigint> {
  const price = evaluator.price(use);
  const usd = evaluator.usd(use, requests.environment(call), side);
  const stated = price.roundingStatus === 'stated' || price.roundingStatus === 'derived';
  return new Set(
    (stated ? [price.rounding] : ([price.rounding, 'down', 'up'] as const)).map((mode) => toMicro(usd, mode)),
  );
}

function sizeOf({ call }: QuotedCall): number {
  return JSON.stringify([call.body, call.query, call.params]).length;
}
