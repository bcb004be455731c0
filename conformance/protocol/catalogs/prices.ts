import { isObject } from '@tollwright/runtime/values/json';
import Fraction from 'fraction.js';
import { chargeOf } from '../../account/charge.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';
import { pairsOf } from '../../rates/counted-calls.ts';
import { columnsOf } from '../../rates/entries.ts';
import { judgePriceLists } from '../../rates/price-lists.ts';

/** Where catalog entries list the price of an image, a second or a text, every entry lists the price that is charged. */
const pricesCharged: ProtocolCheck = {
  id: 'catalog.prices.charged',
  check: (run) =>
    judgePriceLists(run, {
      name: 'charges',
      isStated: false, // account-media-prices
      countedOf: (operation) => (operation.auth === 'key' ? pairsOf(run, operation) : undefined),
      async differenceOf({ calls }) {
        const [low, high] = await Promise.all(calls.map((call) => chargeOf(run, call)));
        return low && high?.usd.sub(low.usd);
      },
    }),
};

/** Where catalog entries list the price of an image, a second or a text, every entry lists the price that is quoted. */
const pricesQuoted: ProtocolCheck = {
  id: 'catalog.prices.quoted',
  check: (run) =>
    judgePriceLists(run, {
      name: 'quotes',
      isStated: true,
      countedOf: (operation) => (operation.auth === 'payment' ? pairsOf(run, operation) : undefined),
      async differenceOf({ calls }) {
        const quotes = await Promise.all(calls.map(async (call) => quoteOf(run, await answerCacheOf(run).send(call))));
        const [low, high] = quotes;
        return low === undefined || high === undefined ? undefined : new Fraction(high - low, 1_000_000n);
      },
    }),
};

/** Factors on the prices of prompts and completions above the threshold of one family (core-399, core-400). */
const longFactors = { Input: 2, Output: 1.5 } as const;

/** The thresholds that 272K may be (long-threshold). */
const [minThreshold, maxThreshold] = [272_000, 278_528];

/** An entry of the price sheet that has a threshold. */
interface LongEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/** Every entry of the price sheet with a threshold says whether it is inclusive and has prices above it, in the stated proportion. */
const pricingLongContext: ProtocolCheck = {
  id: 'catalog.pricing.long-context',
  async check(run) {
    const lists = await publishedLists(run, catalogWith(run, 'long_threshold'));
    const entries = lists.flatMap(({ exchange }) =>
      [...longEntries(exchange.received.json)].map((each) => ({ ...each, exchange })),
    );
    if (entries.length === 0) throw new NotTestable('open', 'No entry of the price sheet has a longContextThreshold.');
    for (const { entry, at, exchange } of entries) {
      const wrong = wrongLongField(entry);
      if (!wrong) continue;
      const detail = `An entry of ${exchange.sent.path} has a longContextThreshold and no right ${wrong.name}.`;
      return { verdict: 'fail', detail, expected: wrong.expected, actual: wrong.actual ?? 'none', at, exchange };
    }
    return { verdict: 'pass', detail: `Entries with a threshold: ${entries.length}.` };
  },
};

/** The objects with a threshold of their own, at any depth. */
function* longEntries(value: unknown, at = ''): Generator<LongEntry> {
  if (isObject(value) && Number(value.longContextThreshold ?? 0) > 0) yield { entry: value, at };
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [name, part] of Object.entries(value)) {
    yield* longEntries(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function wrongLongField(entry: Readonly<Record<string, unknown>>) {
  const { longContextThreshold, longContextThresholdInclusive: inclusive } = entry;
  if (typeof inclusive !== 'boolean')
    return { name: 'longContextThresholdInclusive', expected: 'true or false', actual: inclusive };
  const columns = columnsOf(entry);
  // One for the prompt and one for the completion, which have factors of their own.
  const above = [...columns.keys()].filter((path) => /longContext\w*Price/.test(path));
  if (above.length < 2)
    return { name: 'longContext*Price', expected: 'two prices above the threshold', actual: above.join() };
  const threshold = Number(longContextThreshold);
  if (threshold < minThreshold || threshold > maxThreshold) return undefined;
  for (const [kind, factor] of Object.entries(longFactors)) {
    const [long, short] = [columns.get(`/longContext${kind}Price`), columns.get(`/${kind.toLowerCase()}Price`)];
    if (long && short && !long.equals(short.mul(factor)))
      return { name: `longContext${kind}Price`, expected: short.mul(factor).valueOf(), actual: long.valueOf() };
  }
  return undefined;
}

/** The checks of the prices that catalogs list. */
export const priceChecks: readonly ProtocolCheck[] = [pricesCharged, pricesQuoted, pricingLongContext];
