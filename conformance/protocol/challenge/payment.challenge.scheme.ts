import { offerCheck } from './challenge-check.ts';

/** `exact` is the only scheme: the amount that is signed is the amount that is charged. */
export const challengeScheme = offerCheck('payment.challenge.scheme', (offer) =>
  offer.scheme === 'exact'
    ? undefined
    : { detail: 'scheme does not match.', at: '/scheme', expected: 'exact', actual: offer.scheme },
);
