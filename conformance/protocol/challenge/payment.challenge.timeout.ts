import { offerCheck } from './challenge-check.ts';

/** Offers say for how many seconds an authorization may be valid. */
export const challengeTimeout = offerCheck('payment.challenge.timeout', ({ maxTimeoutSeconds }) =>
  Number(maxTimeoutSeconds) > 0
    ? undefined
    : { detail: 'The offer has no window.', at: '/maxTimeoutSeconds', expected: 'seconds', actual: maxTimeoutSeconds },
);
