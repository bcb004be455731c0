import { challengeCheck } from './challenge-check.ts';
import { offersWithin, requirementsMismatch } from './requirement-headers.ts';

/** The header is present; its format is not stated, but requirements that can be read in it must match the body. */
export const challengeWwwAuthenticate = challengeCheck(
  'payment.challenge.www-authenticate',
  ({ exchange, offers: ours }) => {
    const text = exchange.received.headers['www-authenticate'];
    if (!text) return { detail: 'WWW-Authenticate is missing.', expected: 'a WWW-Authenticate header', actual: null };
    const theirs = offersWithin(text);
    return theirs && requirementsMismatch('WWW-Authenticate', ours, theirs);
  },
);
