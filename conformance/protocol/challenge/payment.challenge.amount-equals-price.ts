import { fieldsOf } from '../../json/json.ts';
import { readMicro, readUsd } from './amounts.ts';
import { offerCheck } from './challenge-check.ts';

/** What is signed is what is shown: a caller who reads the price pays that price and no rounding of it. */
export const challengeAmountEqualsPrice = offerCheck('payment.challenge.amount-equals-price', (offer, { body }) => {
  const shown = fieldsOf(body.price).amount;
  const expected = readUsd(shown);
  if (expected !== undefined && readMicro(offer.amount) === expected) return undefined;
  return {
    detail: `amount does not match price.amount (${String(shown)} USD).`,
    at: '/amount',
    expected: expected?.toString() ?? 'price.amount in micro-USDC',
    actual: offer.amount,
  };
});
