/** Prompts of exactly as many tokens as a target's price sheet names for long contexts. */

import Fraction from 'fraction.js';
import { writeField } from '../arbitraries/fields.ts';
import { lengthened } from '../arbitraries/metered-calls.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { entriesOf, publishedLists } from '../rates/catalog-bodies.ts';
import { columnsOf } from '../rates/entries.ts';
import { tokensOf } from './cached.ts';
import { type Charge, chargeOf } from './charge.ts';

/** Where the price sheet says that the rates of a model change, in its own words (core-263). */
export interface Threshold {
  readonly model: string;
  readonly tokens: number;
  readonly inclusive: boolean;
}

/** The threshold of an entry, by the names that the documents give (core-263). */
export function thresholdIn(entry: unknown): Omit<Threshold, 'model'> | undefined {
  const { longContextThreshold, longContextThresholdInclusive, ...rest } = fieldsOf(entry);
  const tokens = Number(longContextThreshold);
  if (tokens > 0) return { tokens, inclusive: longContextThresholdInclusive === true };
  return Object.values(rest)
    .map((part) => (typeof part === 'object' ? thresholdIn(part) : undefined))
    .find((found) => found !== undefined);
}

/**
 * The published thresholds: that of a model that the documents reprice, then one of each kind among all models that the
 * target lists.
 *
 * Throws `NotTestable` where the price sheet has none for it.
 */
export async function publishedThresholds(run: Run, catalog: string): Promise<readonly [Threshold, ...Threshold[]]> {
  const lines = catalogsOf(run.contract).lines(catalog);
  const stated = lines.filter(({ values }) => Number(values.long_threshold ?? 0) > 0).map(({ key }) => key);
  const lists = (await publishedLists(run, catalog)).map(({ entries, others, exchange }) => {
    const ids = [...entries.keys(), ...others];
    return { ids, entries: entriesOf(exchange.received.json, new Set(ids)) };
  });
  const ids = new Set([...stated, ...lists.flatMap((list) => list.ids)]);
  const thresholds = [...ids].flatMap((model): Threshold[] => {
    const found = lists.map(({ entries }) => thresholdIn(entries.get(model))).find((each) => each !== undefined);
    return found ? [{ model, ...found }] : [];
  });
  const [first, ...others] = thresholds;
  if (!first || !stated.includes(first.model))
    throw new NotTestable(
      'open',
      'The price sheet names no longContextThreshold of a model that the documents reprice.',
    );
  const kinds = Map.groupBy(others, ({ tokens, inclusive }) => `${tokens} ${inclusive}`);
  const ofKinds = [...kinds.values()].flatMap((alike) => alike.slice(0, 1));
  // Of the kind of the first, another one shows the least.
  const isLike = ({ tokens, inclusive }: Threshold) => tokens === first.tokens && inclusive === first.inclusive;
  return [first, ...ofKinds.toSorted((one, other) => Number(isLike(one)) - Number(isLike(other)))];
}

/** The prices of a long prompt and its completion in the price sheet, by the names that the documents give (core-263). */
export interface LongPrices {
  readonly input: Fraction;
  readonly output: Fraction;
}

/** Reads the prices above the threshold of a model; `undefined` where no list has both. */
export async function publishedLongPrices(run: Run, catalog: string, model: string): Promise<LongPrices | undefined> {
  for (const { exchange, entries, others } of await publishedLists(run, catalog)) {
    const entry = entriesOf(exchange.received.json, new Set([...entries.keys(), ...others])).get(model);
    const columns = [...columnsOf(entry)].filter(([path]) => !/cach/i.test(path));
    const [input, output] = [/longContext(Input|Prompt)\w*Price$/, /longContext(Output|Completion)\w*Price$/].map(
      (name) => columns.find(([path]) => name.test(path))?.[1],
    );
    if (input && output) return { input, output };
  }
  return undefined;
}

/** Characters of the two short prompts that show how a target counts tokens. */
const short = [4_000, 8_000] as const;

/** Prompts that are tried to meet a number of tokens. */
const maxPrompts = 4;

/** The charge of a prompt with exactly the given number of tokens, and its charge at the rates of short prompts. */
export interface ChargeAt {
  readonly call: Invocation;
  readonly charge: Charge;
  readonly short: Fraction;
}

/** Makes a call with a prompt of exactly this many tokens; throws `NotTestable` where that fails. */
export async function chargeAt(run: Run, operation: Operation, { model, tokens }: Threshold): Promise<ChargeAt> {
  const make = async (characters: number) => {
    const charge = await chargeOf(run, callOf(run, operation, model, characters));
    if (!charge) throw new NotTestable('unserved', `A prompt of ${characters} characters was not served.`);
    return { characters, charge, ...tokensOf(charge.environment.response) };
  };
  const [one, two] = [await make(short[0]), await make(short[1])];
  const each = new Fraction(two.prompt - one.prompt).div(short[1] - short[0]);
  if (each.lte(0)) throw new NotTestable('open', 'The reported prompt tokens do not grow with the prompt.');
  let last = two;
  for (let made = 0; made < maxPrompts && last.prompt !== tokens; made += 1) {
    const missing = new Fraction(tokens - last.prompt).div(each);
    last = await make(last.characters + Math.round(missing.valueOf()));
  }
  if (last.prompt !== tokens)
    throw new NotTestable('open', `No prompt was found that the target counts as ${tokens} tokens.`);
  const call = callOf(run, operation, model, last.characters);
  return { call, charge: last.charge, short: byRatesOf(one, two, last) };
}

/** A call with the usage that its response reports. */
interface MeteredCharge {
  readonly charge: Charge;
  readonly prompt: number;
  readonly completion: number;
}

/** The cost of a call by the two rates that explain two other calls. */
function byRatesOf(one: MeteredCharge, two: MeteredCharge, { prompt, completion }: MeteredCharge): Fraction {
  const determinant = one.prompt * two.completion - two.prompt * one.completion;
  if (determinant === 0) throw new NotTestable('open', 'The completions of two prompts are in proportion to them.');
  const [first, second] = [one.charge.usd, two.charge.usd];
  const input = first.mul(two.completion).sub(second.mul(one.completion)).div(determinant);
  const output = second.mul(one.prompt).sub(first.mul(two.prompt)).div(determinant);
  return input.mul(prompt).add(output.mul(completion));
}

/** A call of an operation for a model, with a prompt of this many characters. */
export function callOf(run: Run, operation: Operation, model: string, characters: number): Invocation {
  const context = operationContextOf(run, operation);
  return writeField(lengthened(context.requests.base, characters, context), ['request', 'model'], model);
}
