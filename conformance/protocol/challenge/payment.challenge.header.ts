import { challengeCheck } from './challenge-check.ts';
import { requirementHeaders } from './requirement-headers.ts';

/** The official clients read the header alone, so a challenge without it cannot be paid by them. */
export const challengeHeader = challengeCheck('payment.challenge.header', ({ exchange }) => {
  const headers = requirementHeaders(exchange.received);
  if (headers.length === 0) {
    return {
      detail: 'Neither PAYMENT-REQUIRED nor X-Payment-Required is there.',
      expected: 'base64 JSON in either header',
      actual: Object.keys(exchange.received.headers),
    };
  }
  const broken = headers.find(({ offers }) => offers === undefined);
  if (!broken) return undefined;
  return { detail: `${broken.name} is not base64 JSON.`, expected: 'base64 JSON', actual: broken.text };
});
