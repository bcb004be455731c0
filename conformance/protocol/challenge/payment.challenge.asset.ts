import { isText, offerCheck } from './challenge-check.ts';

/** Offers name the asset they are paid in. */
export const challengeAsset = offerCheck('payment.challenge.asset', (offer) =>
  isText(offer.asset)
    ? undefined
    : { detail: 'asset is missing or empty.', at: '/asset', expected: 'an address or symbol', actual: offer.asset },
);
