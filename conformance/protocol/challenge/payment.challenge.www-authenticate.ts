import { challengeCheck } from './challenge-check.ts';
import { disagreement, offersWithin } from './requirement-headers.ts';

/** The header is there; what it looks like is not stated, but requirements that can be read in it are those of the body. */
export const challengeWwwAuthenticate = challengeCheck(
  'payment.challenge.www-authenticate',
  ({ exchange, offers: ours }) => {
    const text = exchange.received.headers['www-authenticate'];
    if (!text) return { detail: 'WWW-Authenticate is missing.', expected: 'the header', actual: null };
    const theirs = offersWithin(text);
    return theirs && disagreement('WWW-Authenticate', ours, theirs);
  },
);
