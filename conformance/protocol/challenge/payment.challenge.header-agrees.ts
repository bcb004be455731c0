import { challengeCheck } from './challenge-check.ts';
import { requirementHeaders, requirementsMismatch } from './requirement-headers.ts';

/** The header and the body of a challenge have the same requirements. */
export const challengeHeaderAgrees = challengeCheck('payment.challenge.header-agrees', ({ exchange, offers }) => {
  for (const { name, offers: theirs } of requirementHeaders(exchange.received)) {
    const mismatch = theirs && requirementsMismatch(name, offers, theirs);
    if (mismatch) return mismatch;
  }
  return undefined;
});
