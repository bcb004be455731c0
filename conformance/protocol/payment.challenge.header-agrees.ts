import { challengeCheck } from './challenge-check.ts';
import { requirementHeaders } from './requirement-headers.ts';

const fields = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'];

/** A client that reads the header and one that reads the body are asked for the same. */
export const challengeHeaderAgrees = challengeCheck('payment.challenge.header-agrees', ({ exchange, offers }) => {
  const expected = offers.map(requirement);
  for (const { name, offers: theirs } of requirementHeaders(exchange.received)) {
    if (!theirs) continue;
    const actual = theirs.map(requirement);
    if (sameSet(expected, actual)) continue;
    return { detail: `${name} asks for something else than the body.`, at: '/accepts', expected, actual };
  }
  return undefined;
});

function requirement(offer: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, String(offer[field])]));
}

function sameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item).toLowerCase()).sort();
  return JSON.stringify(texts(left)) === JSON.stringify(texts(right));
}
