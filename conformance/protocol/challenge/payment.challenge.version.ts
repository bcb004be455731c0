import { challengeCheck } from './challenge-check.ts';

/** Challenges use version 2 of the protocol. */
export const challengeVersion = challengeCheck('payment.challenge.version', ({ body }) =>
  body.x402Version === 2
    ? undefined
    : { detail: 'x402Version is not 2.', at: '/x402Version', expected: 2, actual: body.x402Version },
);
