import { createChallenge } from '@tollwright/runtime/x402/challenge';
import { createOffers } from '@tollwright/runtime/x402/offer';
import { expect, test } from 'vitest';
import { hosts } from '#generated/hosts/index.ts';

const evmPayee = '0x70115e77c0de0000000000000000000000000402';
const solanaPayee = 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA';

const paid = Object.values(hosts).flatMap(({ id, payment, routes }) =>
  payment ? [{ id, payment, routes: routes.filter(({ auth }) => auth !== 'none') }] : [],
);

test.each(paid)('the headers of every challenge of $id take less than 3 KB', ({ payment, routes }) => {
  const payTo = payment.network.startsWith('solana:') ? solanaPayee : evmPayee;
  expect(routes.length).toBeGreaterThan(0);
  for (const { path, window, operation } of routes) {
    // A long prefix, and parameters as long as a UUID.
    const url = `https://gateway.some-company.example/gw${path.replaceAll(/\{[^}]*\}/g, '0'.repeat(36))}`;
    const resource = { url, description: operation.summary, mimeType: 'application/json' };
    const quote = { amount: 999_999_999n, breakdown: {} };
    const offers = createOffers(payment, payTo, quote.amount, window);
    const { headers } = createChallenge(offers, quote, { resource }, { error: 'Payment Required' }, payment.transport);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    expect(lines.join('').length).toBeLessThan(3000);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['PAYMENT-REQUIRED', 'WWW-Authenticate']));
  }
});
