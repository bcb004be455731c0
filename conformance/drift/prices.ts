import Fraction from 'fraction.js';
import { pointsOf } from '../arbitraries/points.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import type { Run } from '../check/run.ts';
import type { Formula, Operation, PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { pricedExamples } from '../http/sample.ts';
import { type Environment, type Evaluator, evaluatorOf } from '../oracle/evaluate.ts';
import { decimalText, fromText, toMicro } from '../oracle/exact.ts';
import type { CatalogChange } from './catalogs.ts';
import { withLiveFigures } from './live-figures.ts';
import type { Difference, Part } from './moved.ts';

/** A call with its quote on the live host and its quote by the release. */
export interface Quote {
  readonly call: Invocation;
  /** Micro-USDC. */
  readonly live: bigint;
  readonly release: bigint;
}

/** Calls of one operation that are quoted at the same time. */
const concurrency = 4;

/**
 * Compares the prices of unpaid 402 responses with the formulas of a release, over the domain of each price.
 *
 * A price that is as the release says with the figures of the live catalogs has not moved: they have.
 */
export async function driftOfPrices(run: Run, changes: readonly CatalogChange[]): Promise<Part> {
  const live = evaluatorOf(withLiveFigures(run.contract, changes));
  const moved: Difference[] = [];
  const unseen = new Map<string, string[]>();
  let compared = 0;
  for (const operation of run.contract.operations) {
    if (!operation.price || operation.closed || run.evaluator.price(operation.price).kind !== 'quoted') continue;
    if (operation.auth !== 'payment') continue;
    const quoted = await quotesOf(run, operation, operation.price);
    const { quotes, formula, reason } = bestSide(run.evaluator, operation.price, quoted);
    compared += quotes.length;
    if (quotes.length === 0) unseen.set(reason, [...(unseen.get(reason) ?? []), operation.id]);
    const price = priceMoved(operation, quotes, formula);
    if (!price) continue;
    if (bestSide(live, operation.price, quoted).quotes.some(isMoved))
      moved.push({ ...price, statements: run.evaluator.price(operation.price).from });
  }
  return {
    moved,
    compared,
    unseen: [...unseen].map(([reason, ids]) => `Prices of ${ids.join(', ')}: ${reason}`),
  };
}

/** The amounts that a host asks for, and the values that formulas read. */
interface Quoted {
  readonly live: readonly { readonly call: Invocation; readonly amount: bigint; readonly environment: Environment }[];
  /** Why there is no quote. */
  readonly reason: string;
}

async function quotesOf(run: Run, operation: Operation, use: PriceUse): Promise<Quoted> {
  const cache = answerCacheOf(run);
  const requests = cache.requests(operation);
  const context = { operation, requests, evaluator: run.evaluator, material: cache.material };
  const { calls } = pointsOf(use, context, pricedExamples(run.evaluator.price(use), operation), run.seed);
  const stated = calls.filter((call) => run.evaluator.isPriceStated(use, requests.environment(call)));
  const { quotes, reason } = await liveQuotes(run, stated);
  return { reason, live: quotes.map((quote) => ({ ...quote, environment: requests.environment(quote.call) })) };
}

/** The quotes beside the formula that explains most of them: a deployment follows one side of a conflict. */
function bestSide(evaluator: Evaluator, use: PriceUse, { live, reason }: Quoted) {
  const price = evaluator.price(use);
  const sides = [undefined, ...price.sides].map((side: Formula | undefined) => ({
    formula: (side ?? price.formula).text,
    quotes: live.map(({ call, amount, environment }): Quote => {
      const usd = evaluator.usd(use, environment, side);
      const allowed = ([price.rounding, 'down', 'up'] as const).map((mode) => toMicro(usd, mode));
      const rounds = price.roundingStatus === 'stated' || price.roundingStatus === 'derived';
      const [release = 0n] = allowed;
      return { call, live: amount, release: !rounds && allowed.includes(amount) ? amount : release };
    }),
  }));
  const [first = { formula: price.formula.text, quotes: [] }] = sides.toSorted(
    (one, other) => one.quotes.filter(isMoved).length - other.quotes.filter(isMoved).length,
  );
  return { ...first, reason };
}

function isMoved({ live, release }: Quote): boolean {
  return live !== release;
}

/** The quotes of calls, and why there is none where no call has one. */
async function liveQuotes(run: Run, calls: readonly Invocation[]) {
  const quotes: { readonly call: Invocation; readonly amount: bigint }[] = [];
  let reason = 'the catalogs of the live host state no price.';
  const queue = calls.values();
  const ask = async () => {
    for (const call of queue) {
      try {
        const exchange = await answerCacheOf(run).send(call);
        const amount = quoteOf(run, exchange);
        if (amount !== undefined) quotes.push({ call, amount });
        else reason = `HTTP ${exchange.received.status} in place of a quote.`;
      } catch (error) {
        // The rules of challenges say what is wrong with a response that cannot be read.
        if (!(error instanceof Error && isInterruption(error))) throw error;
        reason = error.message;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  return { quotes, reason };
}

/** The difference that quotes show; `undefined` where none differs. */
export function priceMoved(operation: Operation, quotes: readonly Quote[], formula: string): Difference | undefined {
  const differing = quotes.filter(isMoved);
  if (differing.length === 0) return undefined;
  const dearer = differing.filter(({ live, release }) => live > release).length;
  const ratios = differing
    .filter(({ release }) => release > 0n)
    .map(({ live, release }) => new Fraction(live, release))
    .toSorted((one, other) => one.compare(other));
  // A rise is worse than any fall.
  const worse = differing.filter(({ live, release }) => live > release);
  const distance = ({ live, release }: Quote) => (live > release ? live - release : release - live);
  const [worst] = (worse.length > 0 ? worse : differing).toSorted((one, other) =>
    Number(distance(other) - distance(one)),
  );
  const who = [
    ...(dearer > 0 ? [`${dearer} dearer`] : []),
    ...(dearer < differing.length ? [`${differing.length - dearer} cheaper`] : []),
  ].join(', ');
  const middle = ratios[Math.floor(ratios.length / 2)];
  return {
    kind: 'price',
    id: `price.${operation.id}`,
    text:
      `${operation.id}: ${differing.length} of ${quotes.length} quotes differ from ${formula} (${who}` +
      `${middle ? `; ${percent(ratios[0])} to ${percent(ratios.at(-1))}, median ${percent(middle)}` : ''}). ` +
      `Worst: ${JSON.stringify(worst?.call.body ?? worst?.call.query ?? worst?.call.params ?? {})}.`,
    ...(worst && { before: usd(worst.release), after: usd(worst.live) }),
    request: `${operation.method} ${operation.path}`,
  };
}

function percent(ratio: Fraction | undefined): string {
  const value = (ratio ?? new Fraction(1)).sub(1).mul(100).round(1);
  return `${value.gt(0) ? '+' : ''}${value.toString()} %`;
}

/** Micro-USDC as decimal text of USD. */
function usd(micro: bigint): string {
  return `${decimalText((fromText(String(micro)) ?? new Fraction(0)).div(1_000_000))} USD`;
}
