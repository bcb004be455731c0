import { isText, offerCheck } from './challenge-check.ts';

/** Offers name the asset they are paid in. */
export const challengeAsset = offerCheck('payment.challenge.asset', (offer) =>
  isText(offer.asset)
    ? undefined
    : { detail: 'The offer names no asset.', at: '/asset', expected: 'an asset', actual: offer.asset },
);
