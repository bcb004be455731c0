import { challengeCheck } from './challenge-check.ts';
import { requirementHeaders } from './requirement-headers.ts';

/** The official clients read only the header, so they cannot pay a challenge without it. */
export const challengeHeader = challengeCheck('payment.challenge.header', ({ exchange }) => {
  const headers = requirementHeaders(exchange.received);
  if (headers.length === 0) {
    return {
      detail: 'PAYMENT-REQUIRED and X-Payment-Required are both missing.',
      expected: 'base64 JSON in either header',
      actual: Object.keys(exchange.received.headers),
    };
  }
  const invalid = headers.find(({ offers }) => offers === undefined);
  if (!invalid) return undefined;
  return { detail: `${invalid.name} is not base64 JSON.`, expected: 'base64 JSON', actual: invalid.text };
});
