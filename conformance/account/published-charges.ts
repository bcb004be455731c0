/** Whether metered charges are the reported usage times the rates that a deployment publishes. */

import Fraction from 'fraction.js';
import { failure, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { PriceUse } from '../contract/contract.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { decimalText } from '../oracle/exact.ts';
import { writtenOut } from '../oracle/reads.ts';
import { catalogRead, type PublishedList, publishedLists } from '../rates/catalog-bodies.ts';
import { type Observation, type Reading, readRates } from '../rates/published.ts';
import type { Charge } from './charge.ts';
import { thresholdIn } from './long-context.ts';
import { type Equation, rateColumns } from './rates.ts';

/** The longest prompt, in tokens, that no model reprices. */
const maxShortPrompt = 200_000;

/** The charge for a request and its response. */
export type ChargedUse = Pick<Charge, 'environment' | 'usd'>;

interface ObservedCharge<C extends ChargedUse> extends Observation {
  readonly charge: C;
}

/** The result of comparing one published list with charges. */
export interface ChargeReading<C extends ChargedUse> {
  readonly list: PublishedList;
  readonly reading: Reading<ObservedCharge<C>>;
  /** The charges that can be compared with published rates. */
  readonly observed: readonly ObservedCharge<C>[];
}

/** Reads charges by the published rates; without an item where a price has none. */
export async function readPublished<C extends ChargedUse>(
  run: Run,
  use: PriceUse,
  charges: readonly C[],
  equationOf: (charge: ChargedUse) => Equation,
): Promise<readonly ChargeReading<C>[]> {
  const tree = writtenOut(run.evaluator.price(use), use);
  const read = catalogRead(tree);
  if (!read || rateColumns(run.contract, tree).length !== 2) return [];
  const lists = await publishedLists(run, read.catalog);
  const observed = charges.flatMap((charge) => observe(run, read.catalog, charge, equationOf(charge), lists));
  return lists.map((list) => ({ list, observed, reading: readRates(list.columns, observed) }));
}

/** Judges charges by the published rates; `undefined` where no published figures can be recognized as rates. */
export async function judgePublished(
  run: Run,
  use: PriceUse,
  charges: readonly Charge[],
  equationOf: (charge: ChargedUse) => Equation,
): Promise<Outcome | undefined> {
  const readings = await readPublished(run, use, charges, equationOf);
  for (const { list, reading } of readings) {
    if (reading.kind !== 'mismatch') continue;
    const { wrong, expected, how, rates } = reading;
    const where = `${rates.columns.join(' and ')} of ${wrong.id} in ${list.exchange.sent.path}`;
    return failure(
      `The charge is not the reported usage times the published rates ${where}; ${how}. Usage: ${usageText(wrong.charge)}.`,
      `${decimalText(expected)} USD`,
      wrong.charge.exchange,
      `${decimalText(wrong.charged)} USD`,
    );
  }
  const matching = readings.find(({ reading }) => reading.kind === 'match');
  if (!matching) return undefined;
  const { list, observed } = matching;
  return { verdict: 'pass', detail: `Charges that match the rates of ${list.exchange.sent.path}: ${observed.length}.` };
}

/** The usage of a charge in tokens; none where it has classes that the price formula does not read, or may be repriced. */
function observe<C extends ChargedUse>(
  run: Run,
  catalog: string,
  charge: C,
  { weights }: Equation,
  lists: readonly PublishedList[],
): readonly ObservedCharge<C>[] {
  const model = String(fieldsOf(charge.environment.request).model ?? '');
  const id = catalogsOf(run.contract).wholeKey(catalog, model);
  const usage = fieldsOf(fieldsOf(charge.environment.response).usage);
  if (id === undefined || hasCached(usage)) return [];
  const line = catalogsOf(run.contract).line(catalog, id);
  const statedLong = Number(line?.values.long_threshold ?? 0) > 0;
  const threshold = lists
    .map(({ entries }) => thresholdIn(entries.get(id)))
    .find((value) => value !== undefined)?.tokens;
  const prompt = Number(usage.prompt_tokens ?? usage.input_tokens ?? 0);
  // A model that the documents do not name may be repriced above a threshold, which only the price sheet tells.
  const known = threshold !== undefined || lists.some(({ entries }) => [...entries.values()].some(thresholdIn));
  const mayBeLong = known ? threshold !== undefined && prompt >= threshold : prompt > maxShortPrompt;
  if (!statedLong && mayBeLong) return [];
  const tokens = new Fraction(1_000_000);
  return [{ id, units: [weights[0].mul(tokens), weights[1].mul(tokens)], charged: charge.usd, charge }];
}

/** True for usage with tokens that were read from or written to a cache, which have rates of their own. */
export function hasCached(usage: unknown): boolean {
  return Object.entries(fieldsOf(usage)).some(([name, value]) =>
    typeof value === 'number' ? /cach/i.test(name) && value > 0 : hasCached(value),
  );
}

/** The usage that a response reports, and its tier where it has one. */
export function usageText({ environment }: ChargedUse): string {
  const { usage, service_tier: tier } = fieldsOf(environment.response);
  return JSON.stringify({ usage, ...(tier !== undefined && { service_tier: tier }) });
}
