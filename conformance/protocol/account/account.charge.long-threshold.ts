import Fraction from 'fraction.js';
import { cacheable, chargedTwice, isSameButCached, tokensOf } from '../../account/cached.ts';
import {
  type ChargeAt,
  callOf,
  chargeAt,
  type LongPrices,
  publishedLongPrices,
  publishedThresholds,
  type Threshold,
} from '../../account/long-context.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';
import { whereItCan } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { isSame } from '../../record/amounts.ts';
import { meteredByModels } from './metered-by-model.ts';

/** The share by which a charge at the rates of short prompts may be off, since two short charges tell these rates. */
const off = new Fraction(1, 100);

/** Models that are tried: a prompt of so many tokens is a body of a megabyte. */
const most = 3;

/** A prompt above the threshold is repriced, and one of exactly as many tokens where the price sheet calls it inclusive. */
export const longThreshold: ProtocolCheck = {
  id: 'account.charge.long-threshold',
  async check(run) {
    const [{ operation, catalog }] = meteredByModels(run);
    const [stated, ...others] = await publishedThresholds(run, catalog);
    const above = await judge(run, operation, stated);
    if ('verdict' in above) return above;
    const wrong =
      judgePrices(above, await publishedLongPrices(run, catalog, stated.model)) ??
      (await whereItCan(() => judgeCached(run, operation, stated, above)));
    if (wrong) return wrong;
    for (const threshold of others.slice(0, most - 1)) {
      // Which operations take a model that the documents do not name is not known.
      const other = await whereItCan(() => judge(run, operation, threshold));
      if (other && 'verdict' in other) return other;
    }
    return { verdict: 'pass', operations: [operation.id] };
  },
};

/** The charge of a prompt above a threshold, or the failure of one at it or above. */
async function judge(run: Run, operation: Operation, threshold: Threshold): Promise<ChargeAt | Outcome> {
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
    if (charge.usd.sub(short).abs().gt(short.mul(off)) === isLong) continue;
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
  // The unit is not stated; prices in another one say nothing.
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
  if (second.usd.sub(expected).abs().gt(short.mul(off))) return undefined;
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
