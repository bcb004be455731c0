/** Whether every entry of a published list of prices has the one that is really asked for. */

import Fraction from 'fraction.js';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { spread } from '../common/spread.ts';
import type { Operation } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { decimalText, fromText } from '../oracle/exact.ts';
import { publishedLists } from './catalog-bodies.ts';
import type { CallPairs, Pair } from './counted-calls.ts';
import { judgeListed, type UnitPrice } from './listed-prices.ts';

/** A source of prices for one more unit: quotes or charges. */
export interface PriceSource {
  /** The name of the source in messages: `quotes` or `charges`. */
  readonly name: string;
  /** True where the documents state the prices, so that a list that has some of an entry has all of them. */
  readonly isStated: boolean;
  countedOf(operation: Operation): CallPairs | undefined;
  /** The USD that the second call of a pair costs more than the first; `undefined` where one of them is not served. */
  differenceOf(pair: Pair): Promise<Fraction | undefined>;
}

/** Requests under way at the same time. */
const concurrency = 8;

/** Judges every published list whose figures are recognized as prices; throws `NotTestable` where there is none. */
export async function judgePriceLists(run: Run, source: PriceSource): Promise<Outcome> {
  const { transaction_fee: fee = '0', media_margin: margin = '0' } = run.contract.service.constants;
  const parts = { fee: fromText(fee) ?? new Fraction(0), margin: fromText(margin) ?? new Fraction(0) };
  const compared: string[] = [];
  for (const operation of run.contract.operations) {
    const counted = source.countedOf(operation);
    if (!counted) continue;
    const prices = (
      await inParallel(spread(counted.pairs, 4 * run.samples), concurrency, (pair) => unitPrice(source, pair))
    ).flat();
    for (const { entries, exchange } of await publishedLists(run, counted.catalog)) {
      const { recognized, wrong } = judgeListed(entries, prices, parts);
      if (wrong) {
        const { price, place, expected, actual } = wrong;
        const of = price.choice === undefined ? price.id : `${price.id} at ${price.choice}`;
        return {
          verdict: 'fail',
          detail: `The price of ${of} in ${exchange.sent.path} (${place}) is not that of its ${source.name} for ${operation.id}, which other entries list there: ${decimalText(price.usd.round(6))} USD for one more.`,
          expected: decimalText(expected),
          actual: actual ? decimalText(actual) : 'none',
          exchange,
        };
      }
      compared.push(...recognized.map((place) => `${exchange.sent.path}${place}`));
    }
  }
  if (compared.length === 0)
    throw new NotTestable('open', `No figures of a catalog are recognized as what ${source.name} ask for.`);
  const places = [...new Set(compared)].join(', ');
  return { verdict: 'pass', detail: `Lists of prices compared with ${source.name}: ${places}.` };
}

async function unitPrice(source: PriceSource, pair: Pair): Promise<readonly UnitPrice[]> {
  const { id, choice, more } = pair;
  const isStated = source.isStated && pair.isStated;
  const difference = await source.differenceOf(pair);
  if (difference === undefined) return [];
  return [{ id, usd: difference.div(more), isStated, ...(choice !== undefined && { choice }) }];
}
