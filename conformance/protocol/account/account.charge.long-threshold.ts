import Fraction from 'fraction.js';
import { chargeAt, publishedThreshold } from '../../account/long-context.ts';
import { decimalText } from '../../oracle/exact.ts';
import { failure } from '../../requests/responses.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { meteredByModel } from './metered-by-model.ts';

/** The share by which a charge at the rates of short prompts may be off, since two short charges tell these rates. */
const off = new Fraction(1, 100);

/** A prompt of exactly as many tokens as the threshold is repriced where the price sheet calls it inclusive, and only there. */
export const longThreshold: ProtocolCheck = {
  id: 'account.charge.long-threshold',
  async check(run) {
    const { operation, catalog } = meteredByModel(run);
    const threshold = await publishedThreshold(run, catalog);
    const { charge, short } = await chargeAt(run, operation, threshold);
    const isShort = charge.usd.sub(short).abs().lte(short.mul(off));
    if (isShort !== threshold.inclusive) return { verdict: 'pass', operations: [operation.id] };
    const { tokens, inclusive, model } = threshold;
    return failure(
      `A prompt of exactly ${tokens} tokens for ${model} is ${inclusive ? 'not ' : ''}charged the rates of long prompts, although longContextThresholdInclusive is ${inclusive ? '' : 'not '}true.`,
      `${inclusive ? 'more than ' : ''}${decimalText(short.round(6))} USD`,
      charge.exchange,
      `${decimalText(charge.usd)} USD`,
    );
  },
};
