import { challengeCheck } from './challenge-check.ts';
import { disagreement, requirementHeaders } from './requirement-headers.ts';

/** A client that reads the header and one that reads the body are asked for the same. */
export const challengeHeaderAgrees = challengeCheck('payment.challenge.header-agrees', ({ exchange, offers }) => {
  for (const { name, offers: theirs } of requirementHeaders(exchange.received)) {
    const fault = theirs && disagreement(name, offers, theirs);
    if (fault) return fault;
  }
  return undefined;
});
