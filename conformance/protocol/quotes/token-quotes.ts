import Fraction from 'fraction.js';
import { shapeOfField, writeField } from '../../arbitraries/fields.ts';
import { typeOf } from '../../arbitraries/minimal.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { EvaluationError, UnknownValueError } from '../../oracle/evaluate.ts';
import { fieldOf, readsOf, writtenOut } from '../../oracle/reads.ts';
import { catalogRead, type PublishedList, publishedLists } from '../../rates/catalog-bodies.ts';
import type { Observation } from '../../rates/published.ts';

/** Unpaid quotes of operations that are billed by tokens, which differ only in the tokens that they may complete. */

/** The amount that more completion tokens add to a quote. */
export interface TokenQuote extends Observation {
  readonly operation: Operation;
  /** The call with the fewest tokens, and its quote in USD. */
  readonly call: Invocation;
  readonly exchange: Exchange;
  readonly least: Fraction;
  /** The quote of the same call with more tokens. */
  readonly longer: Exchange;
  readonly tokens: number;
}

/** The quotes of a host, and what it publishes about the models. */
interface TokenQuotes {
  readonly quotes: readonly TokenQuote[];
  readonly lists: readonly PublishedList[];
  /** Quotes for the models that the live catalog lists beside those that the target file names. */
  readonly others: readonly TokenQuote[];
}

/** The lower token bound of each call, where the field has no default: a default is asked for by its own rule anyway. */
const usualTokens = 1000;

/** Tokens that the upper bound adds: a multiple of 1,000. */
const addedTokens = 2000;

/** Requests under way at the same time. */
const concurrency = 8;

/** Requests two quotes for each model of every operation that is billed by tokens, but one where another operation gives the same. */
export const tokenQuotesOf = oncePerRun(async (run): Promise<TokenQuotes> => {
  const calls: BoundedCalls[] = [];
  let catalog: string | undefined;
  let callsWith: ((id: string) => BoundedCalls) | undefined;
  for (const operation of run.contract.operations) {
    const found = callsOf(run, operation);
    if (!found || (catalog !== undefined && found.catalog !== catalog)) continue;
    catalog = found.catalog;
    callsWith ??= found.callsWith;
    const [first, ...others] = found.calls;
    if (first) calls.push(first);
    const known = new Map(calls.map((each) => [each.id, each]));
    const news = await inParallel(others, concurrency, async (each) => {
      const earlier = known.get(each.id);
      return earlier && (await isQuotedAlike(run, each, earlier)) ? [] : [each];
    });
    calls.push(...news.flat());
  }
  const all = await inParallel(calls, concurrency, (each) => quoted(run, each));
  const quotes = withoutEnds(run, all.flat());
  const lists = catalog === undefined ? [] : await publishedLists(run, catalog);
  // One operation takes every model. Which models the others take is not known for models that only the target lists.
  const more = callsWith ? (lists[0]?.others ?? []).map(callsWith) : [];
  const others = await inParallel(more, concurrency, (each) => quoted(run, each));
  return { quotes, lists, others: withoutEnds(run, others.flat()) };
});

/** True where two operations quote a model alike, as far from the price of the contract: their rates are the same. */
async function isQuotedAlike(run: Run, one: BoundedCalls, other: BoundedCalls): Promise<boolean> {
  const [own, others] = await Promise.all([one, other].map(({ pair: [call] }) => excessOf(run, call)));
  return own !== undefined && own === others;
}

/** Micro-USDC by which the quote of a call exceeds the price of the contract; `undefined` where one of them is unknown. */
async function excessOf(run: Run, call: Invocation | undefined): Promise<bigint | undefined> {
  const { price } = call?.operation ?? {};
  if (!call || !price) return undefined;
  const { requests } = operationContextOf(run, call.operation);
  const quote = quoteOf(run, await answerCacheOf(run).send(call));
  try {
    return quote === undefined ? undefined : quote - run.evaluator.micro(price, requests.environment(call));
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof UnknownValueError) return undefined;
    throw error;
  }
}

/** Leaves out quotes at the minimum or maximum of a price, where more tokens add nothing. */
function withoutEnds(run: Run, quotes: readonly TokenQuote[]): readonly TokenQuote[] {
  const [lowest, highest] = [Math.min, Math.max].map((end) => end(...quotes.flatMap(amountsOf)));
  return quotes.filter((quote) => {
    const { price } = quote.operation;
    const tree = price && run.evaluator.price(price).formula.tree;
    const isHeld = tree?.op === 'call' && ['min', 'max'].includes(tree.name);
    return !isHeld || !amountsOf(quote).some((amount) => amount === lowest || amount === highest);
  });
}

function amountsOf({ least, charged }: TokenQuote): readonly number[] {
  return [least.valueOf(), least.add(charged).valueOf()];
}

/** A call with one model, bounded in two ways. */
interface BoundedCalls {
  readonly id: string;
  /** The lower bound. */
  readonly tokens: number;
  readonly pair: readonly Invocation[];
}

/** The calls of an operation with each model, bounded in two ways; `undefined` where no field bounds its tokens. */
function callsOf(run: Run, operation: Operation) {
  const { price: use, closed, auth, payers } = operation;
  // The documents do not show the body of a passthrough for some payers, nor what bounds its tokens.
  if (!use || closed || auth !== 'payment' || payers !== undefined || run.evaluator.price(use).kind !== 'quoted')
    return undefined;
  const tree = writtenOut(run.evaluator.price(use), use);
  const read = catalogRead(tree);
  const model = read && fieldOf(read.key);
  if (!read || !model) return undefined;
  const context = operationContextOf(run, operation);
  const bound = readsOf(tree).find((field) => {
    const shape = field.length > 1 ? shapeOfField(operation, field, context.material.validator.shapes) : undefined;
    return shape !== undefined && typeOf(shape) === 'integer';
  });
  const countsBytes = JSON.stringify(tree).includes('"prompt_bytes"');
  if (!bound || !countsBytes) return undefined;
  const { base, allows } = context.requests;
  const stated = shapeOfField(operation, bound, context.material.validator.shapes)?.default;
  const tokens = typeof stated === 'number' ? stated : usualTokens;
  const callsWith = (id: string): BoundedCalls => ({
    ...{ id, tokens },
    pair: [tokens, tokens + addedTokens].map((each) => writeField(writeField(base, model, id), bound, each)),
  });
  const lines = catalogsOf(run.contract).lines(read.catalog);
  const calls = lines.map(({ key }) => callsWith(key)).filter(({ pair }) => pair.every(allows));
  return { catalog: read.catalog, calls, callsWith };
}

async function quoted(run: Run, { id, tokens, pair }: BoundedCalls): Promise<readonly TokenQuote[]> {
  const exchanges = await Promise.all(pair.map((call) => answerCacheOf(run).send(call)));
  const [low, high] = exchanges.map((exchange) => quoteOf(run, exchange));
  const [exchange, longer] = exchanges;
  const [call] = pair;
  if (low === undefined || high === undefined || !exchange || !longer || !call) return [];
  const micro = new Fraction(1, 1_000_000);
  const units = [new Fraction(0), new Fraction(addedTokens)] as const;
  const charged = micro.mul(new Fraction(high - low, 1n));
  const least = micro.mul(new Fraction(low, 1n));
  return [{ id, units, charged, operation: call.operation, call, exchange, least, longer, tokens }];
}
