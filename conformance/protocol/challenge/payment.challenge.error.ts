import { challengeCheck } from './challenge-check.ts';

/** The error text by which a client distinguishes a challenge from a payment that failed. */
export const challengeError = challengeCheck('payment.challenge.error', ({ body }) =>
  body.error === 'Payment Required'
    ? undefined
    : { detail: 'error does not match.', at: '/error', expected: 'Payment Required', actual: body.error },
);
