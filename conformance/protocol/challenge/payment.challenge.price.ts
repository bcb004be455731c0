import { fieldsOf } from '../../json/json.ts';
import { readUsd } from './amounts.ts';
import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge has a price with an amount and a currency. */
export const challengePrice = challengeCheck('payment.challenge.price', ({ body }) => {
  const { amount, currency } = fieldsOf(body.price);
  if (readUsd(amount) === undefined) {
    return {
      detail: 'price.amount is missing or not a decimal.',
      at: '/price/amount',
      expected: 'a decimal amount',
      actual: amount,
    };
  }
  if (!isText(currency)) {
    return {
      detail: 'price.currency is missing or empty.',
      at: '/price/currency',
      expected: 'a currency',
      actual: currency,
    };
  }
  return undefined;
});
