import { challengeCheck } from './challenge-check.ts';

/** A challenge without an offer cannot be paid. */
export const challengeAccepts = challengeCheck('payment.challenge.accepts', ({ body, offers }) =>
  offers.length > 0
    ? undefined
    : { detail: 'accepts has no offer.', at: '/accepts', expected: 'a list of offers', actual: body.accepts },
);
