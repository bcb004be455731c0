import Fraction from 'fraction.js';
import { cacheable, chargedTwice, isSameButCached, tokensOf } from '../../account/cached.ts';
import { chargesOf } from '../../account/charge.ts';
import {
  type ChargeAt,
  callOf,
  chargeAt,
  type LongPrices,
  publishedLongPrices,
  publishedThresholds,
  type Threshold,
} from '../../account/long-context.ts';
import { equationsOf } from '../../account/metered.ts';
import { judgeOtherModels } from '../../account/other-models.ts';
import { judgePublished, readPublished } from '../../account/published-charges.ts';
import { rateColumns } from '../../account/rates.ts';
import { writeField } from '../../arbitraries/fields.ts';
import { lengthened, responseFieldsOf } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { decimalText } from '../../oracle/exact.ts';
import { fieldOf, writtenOut } from '../../oracle/reads.ts';
import { EvaluationError } from '../../oracle/value.ts';
import { catalogRead } from '../../rates/catalog-bodies.ts';
import { isSame } from '../../record/amounts.ts';

/** An operation, and the catalog of the models that it is charged by. */
export interface MeteredByModel {
  readonly operation: Operation;
  readonly catalog: string;
}

/** The operations whose charge depends on their model and the usage that their response reports; throws `NotTestable` where there is none. */
export function meteredByModels(run: Run): readonly [MeteredByModel, ...MeteredByModel[]] {
  const [first, ...others] = run.contract.operations.flatMap((operation) => {
    const { price: use, closed } = operation;
    if (!use || closed || run.evaluator.price(use).kind !== 'metered') return [];
    const tree = writtenOut(run.evaluator.price(use), use);
    const read = catalogRead(tree);
    return read && responseFieldsOf(tree).includes('usage') ? [{ operation, catalog: read.catalog }] : [];
  });
  if (!first) throw new NotTestable('open', 'No operation of this host is charged by its usage.');
  return [first, ...others];
}

/** Every model of the catalog is charged at the rates of its own entry. */
const chargeModels: ProtocolCheck = {
  id: 'account.charge.models',
  async check(run) {
    const judged: string[] = [];
    for (const operation of run.contract.operations) {
      const { price: use, closed } = operation;
      if (!use || closed || run.evaluator.price(use).kind !== 'metered') continue;
      const tree = writtenOut(run.evaluator.price(use), use);
      // Prices of other media read no usage, and no two rates.
      if (!responseFieldsOf(tree).includes('usage')) continue;
      const equationOf = equationsOf(run.contract, use, rateColumns(run.contract, tree));
      const charges = await chargesOf(run, callsPerModel(run, operation));
      // Other rules judge how responses report their usage, where the documents say how.
      const outcome = await judgePublished(run, use, charges, equationOf).catch(unlessUnread);
      if (outcome?.verdict === 'fail') return outcome;
      if (!outcome) continue;
      judged.push(operation.id);
      for (const reading of await readPublished(run, use, charges, equationOf)) {
        const chargesFor = (models: readonly string[]) => chargesOf(run, callsPerModel(run, operation, models));
        const failure = await judgeOtherModels(reading, chargesFor, equationOf).catch(unlessUnread);
        if (failure) return failure;
      }
    }
    if (judged.length > 0) return { verdict: 'pass', operations: judged };
    throw new NotTestable('open', 'No published figures can be recognized as the rates of the models.');
  },
};

function unlessUnread(error: unknown): undefined {
  if (!(error instanceof EvaluationError)) throw error;
}

/** Characters of a prompt whose cost is not lost in rounding. */
const promptLength = 4000;

/** The example of an operation with a longer prompt, with each of some models, or of the catalog that its price reads. */
function callsPerModel(run: Run, operation: Operation, models?: readonly string[]) {
  const { price: use } = operation;
  const read = use && catalogRead(writtenOut(run.evaluator.price(use), use));
  const model = read && fieldOf(read.key);
  if (!read || !model) return [];
  const context = operationContextOf(run, operation);
  const { base, allows } = context.requests;
  const long = lengthened(base, promptLength, context);
  if (models) return models.map((id) => writeField(long, model, id));
  return catalogsOf(run.contract)
    .lines(read.catalog)
    .map(({ key }) => writeField(long, model, key))
    .filter(allows);
}

/** The relative error of a charge at short rates, since those rates are derived from two short charges. */
const tolerance = new Fraction(1, 100);

/** Models that are tried: a prompt of so many tokens is a body of a megabyte. */
const maxModels = 3;

/** A prompt above the threshold is repriced, and one of exactly as many tokens where the price sheet calls it inclusive. */
const longThreshold: ProtocolCheck = {
  id: 'account.charge.long-threshold',
  async check(run) {
    const [{ operation, catalog }] = meteredByModels(run);
    const [stated, ...others] = await publishedThresholds(run, catalog);
    const above = await judgeThreshold(run, operation, stated);
    if ('verdict' in above) return above;
    const wrong =
      judgePrices(above, await publishedLongPrices(run, catalog, stated.model)) ??
      (await whereItCan(() => judgeCached(run, operation, stated, above)));
    if (wrong) return wrong;
    for (const threshold of others.slice(0, maxModels - 1)) {
      // Which operations take a model that the documents do not name is not known.
      const other = await whereItCan(() => judgeThreshold(run, operation, threshold));
      if (other && 'verdict' in other) return other;
    }
    return { verdict: 'pass', operations: [operation.id] };
  },
};

/** The charge of a prompt above a threshold, or the failure of one at it or above. */
async function judgeThreshold(run: Run, operation: Operation, threshold: Threshold): Promise<ChargeAt | Outcome> {
  const { tokens, inclusive, model } = threshold;
  const at = await chargeAt(run, operation, threshold);
  const above = await chargeAt(run, operation, { ...threshold, tokens: tokens + 1 });
  for (const { more, isLong, because, charged } of [
    {
      more: 0,
      isLong: inclusive,
      because: `longContextThresholdInclusive is ${inclusive ? '' : 'not '}true`,
      charged: at,
    },
    { more: 1, isLong: true, because: `longContextThreshold is ${tokens}`, charged: above },
  ]) {
    const { charge, short } = charged;
    if (charge.usd.sub(short).abs().gt(short.mul(tolerance)) === isLong) continue;
    return failure(
      `A prompt of ${tokens + more} tokens for ${model} is ${isLong ? 'not ' : ''}charged the rates of long prompts, although ${because}.`,
      `${isLong ? 'more than ' : ''}${decimalText(short.round(6))} USD`,
      charge.exchange,
      `${decimalText(charge.usd)} USD`,
    );
  }
  return above;
}

/** Tokens that a price may be for. */
const units = [1, 1_000, 1_000_000];

/** The failure of a long prompt that is not charged the prices that the price sheet has above the threshold. */
function judgePrices({ charge }: ChargeAt, prices: LongPrices | undefined): Outcome | undefined {
  const { prompt, completion, cached } = tokensOf(charge.exchange.received.json);
  if (!prices || cached > 0) return undefined;
  const due = prices.input.mul(prompt).add(prices.output.mul(completion));
  // The unit is not stated, so prices in another unit are not compared.
  const near = units.map((tokens) => due.div(tokens)).find((usd) => usd.div(charge.usd).sub(1).abs().lt(half));
  if (!near || isSame(near, charge.usd, 2)) return undefined;
  return failure(
    `The charge of a prompt of ${prompt} tokens is not its usage (${completion} tokens of a completion) times the longContext*Price figures of the price sheet.`,
    `${decimalText(near)} USD`,
    charge.exchange,
    `${decimalText(charge.usd)} USD`,
  );
}

const half = new Fraction(1, 2);

/**
 * The failure of a long prompt that is read from a cache and charged the rates of short ones, since cached tokens count.
 *
 * The rate of cached tokens is that by which a short call gets cheaper when it is made again.
 */
async function judgeCached(
  run: Run,
  operation: Operation,
  { model, tokens }: Threshold,
  { call, charge, short }: ChargeAt,
): Promise<Outcome | undefined> {
  const saved = await savedByCache(run, callOf(run, operation, model, cacheable));
  const [, second] = await chargedTwice(run, call);
  const again = tokensOf(second.exchange.received.json);
  if (!saved || again.cached === 0 || !isSameButCached(tokensOf(charge.exchange.received.json), again))
    return undefined;
  const expected = short.sub(saved.mul(again.cached));
  if (second.usd.sub(expected).abs().gt(short.mul(tolerance))) return undefined;
  return failure(
    `A prompt of ${tokens + 1} tokens for ${model}, of which ${again.cached} were read from a cache, is charged the rates of short prompts, although longContextThreshold is ${tokens}.`,
    `more than ${decimalText(expected.round(6))} USD`,
    second.exchange,
    `${decimalText(second.usd)} USD`,
  );
}

/** USD by which a prompt token gets cheaper when it is read from a cache; `undefined` where none is reported. */
async function savedByCache(run: Run, call: Invocation): Promise<Fraction | undefined> {
  const [first, second] = await chargedTwice(run, call);
  const [all, again] = [tokensOf(first.exchange.received.json), tokensOf(second.exchange.received.json)];
  const cached = again.cached - all.cached;
  return cached > 0 && isSameButCached(all, again) ? first.usd.sub(second.usd).div(cached) : undefined;
}

/** The checks of charges by model and by the length of a prompt. */
export const modelChargeChecks: readonly ProtocolCheck[] = [chargeModels, longThreshold];
