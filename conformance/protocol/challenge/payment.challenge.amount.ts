import { readMicro } from './amounts.ts';
import { offerCheck } from './challenge-check.ts';

/** Amounts count millionths of a USDC, of which there are no parts. */
export const challengeAmount = offerCheck('payment.challenge.amount', (offer) =>
  readMicro(offer.amount) !== undefined
    ? undefined
    : {
        detail: 'amount is not a whole number.',
        at: '/amount',
        expected: 'micro-USDC',
        actual: offer.amount,
      },
);
