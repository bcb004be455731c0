import { challengeCheck } from './challenge-check.ts';

/** The word by which a caller tells a challenge from a payment that failed. */
export const challengeError = challengeCheck('payment.challenge.error', ({ body }) =>
  body.error === 'Payment Required'
    ? undefined
    : { detail: 'error does not match.', at: '/error', expected: 'Payment Required', actual: body.error },
);
