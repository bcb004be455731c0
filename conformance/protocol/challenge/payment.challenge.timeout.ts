import { offerCheck } from './challenge-check.ts';

/** Offers state how many seconds an authorization may be valid. */
export const challengeTimeout = offerCheck('payment.challenge.timeout', ({ maxTimeoutSeconds }) =>
  Number(maxTimeoutSeconds) > 0
    ? undefined
    : {
        detail: 'maxTimeoutSeconds is not a positive number.',
        at: '/maxTimeoutSeconds',
        expected: 'a positive number of seconds',
        actual: maxTimeoutSeconds,
      },
);
