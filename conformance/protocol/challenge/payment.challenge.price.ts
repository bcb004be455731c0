import { fieldsOf } from '../../json/json.ts';
import { readUsd } from './amounts.ts';
import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge shows its price as an amount and a currency. */
export const challengePrice = challengeCheck('payment.challenge.price', ({ body }) => {
  const { amount, currency } = fieldsOf(body.price);
  if (readUsd(amount) === undefined) {
    return { detail: 'The price has no amount.', at: '/price/amount', expected: 'an amount', actual: amount };
  }
  if (!isText(currency)) {
    return { detail: 'The price has no currency.', at: '/price/currency', expected: 'a currency', actual: currency };
  }
  return undefined;
});
