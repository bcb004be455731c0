import { isText, offerCheck } from './challenge-check.ts';

/** Each offer has the address of its recipient. */
export const challengePayTo = offerCheck('payment.challenge.pay-to', (offer) =>
  isText(offer.payTo)
    ? undefined
    : { detail: 'payTo is missing or empty.', at: '/payTo', expected: 'an address', actual: offer.payTo },
);
