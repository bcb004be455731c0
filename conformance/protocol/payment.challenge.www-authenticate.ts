import { challengeCheck } from './challenge-check.ts';

/** The header is there; the documents do not say what it looks like. */
export const challengeWwwAuthenticate = challengeCheck('payment.challenge.www-authenticate', ({ exchange }) =>
  exchange.received.headers['www-authenticate']
    ? undefined
    : { detail: 'WWW-Authenticate is missing.', expected: 'the header', actual: null },
);
