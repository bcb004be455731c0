import Fraction from 'fraction.js';
import { chargeAt, publishedThreshold } from '../../account/long-context.ts';
import { decimalText } from '../../oracle/exact.ts';
import { failure } from '../../requests/responses.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { meteredByModel } from './metered-by-model.ts';

/** The share by which a charge at the rates of short prompts may be off, since two short charges tell these rates. */
const off = new Fraction(1, 100);

/** A prompt above the threshold is repriced, and one of exactly as many tokens where the price sheet calls it inclusive. */
export const longThreshold: ProtocolCheck = {
  id: 'account.charge.long-threshold',
  async check(run) {
    const { operation, catalog } = meteredByModel(run);
    const threshold = await publishedThreshold(run, catalog);
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
  },
};
