import { isText, offerCheck } from './challenge-check.ts';

/** Offers name whom to pay. */
export const challengePayTo = offerCheck('payment.challenge.pay-to', (offer) =>
  isText(offer.payTo)
    ? undefined
    : { detail: 'The offer names nobody to pay.', at: '/payTo', expected: 'a recipient', actual: offer.payTo },
);
