import Fraction from 'fraction.js';
import { chargeAt, publishedThresholds, type Threshold } from '../../account/long-context.ts';
import type { Outcome, Run } from '../../check/check.ts';
import type { Operation } from '../../contract/contract.ts';
import { decimalText } from '../../oracle/exact.ts';
import { failure } from '../../requests/responses.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { meteredByModel } from './metered-by-model.ts';

/** The share by which a charge at the rates of short prompts may be off, since two short charges tell these rates. */
const off = new Fraction(1, 100);

/** Models that are tried: a prompt of so many tokens is a body of a megabyte. */
const most = 3;

/** A prompt above the threshold is repriced, and one of exactly as many tokens where the price sheet calls it inclusive. */
export const longThreshold: ProtocolCheck = {
  id: 'account.charge.long-threshold',
  async check(run) {
    const { operation, catalog } = meteredByModel(run);
    const [stated, ...others] = await publishedThresholds(run, catalog);
    const outcome = await judge(run, operation, stated);
    if (outcome.verdict !== 'pass') return outcome;
    for (const threshold of others.slice(0, most - 1)) {
      // Which operations take a model that the documents do not name is not known.
      const other = await whereItCan(() => judge(run, operation, threshold));
      if (other && other.verdict !== 'pass') return other;
    }
    return outcome;
  },
};

async function judge(run: Run, operation: Operation, threshold: Threshold): Promise<Outcome> {
  const { tokens, inclusive, model } = threshold;
  for (const { more, isLong, because } of [
    { more: 0, isLong: inclusive, because: `longContextThresholdInclusive is ${inclusive ? '' : 'not '}true` },
    { more: 1, isLong: true, because: `longContextThreshold is ${tokens}` },
  ]) {
    const { charge, short } = await chargeAt(run, operation, { ...threshold, tokens: tokens + more });
    if (charge.usd.sub(short).abs().gt(short.mul(off)) === isLong) continue;
    return failure(
      `A prompt of ${tokens + more} tokens for ${model} is ${isLong ? 'not ' : ''}charged the rates of long prompts, although ${because}.`,
      `${isLong ? 'more than ' : ''}${decimalText(short.round(6))} USD`,
      charge.exchange,
      `${decimalText(charge.usd)} USD`,
    );
  }
  return { verdict: 'pass', operations: [operation.id] };
}
