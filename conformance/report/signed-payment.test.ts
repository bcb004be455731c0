import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedPayment } from './signed-payment.ts';

test('shows what was signed, and neither the signature nor the nonce', () => {
  const payment = {
    x402Version: 2,
    accepted: {
      network: 'eip155:8453',
      asset: '0xaa',
      payTo: '0xbb',
      amount: '10',
      extra: { name: 'USD Coin', version: '2' },
    },
    payload: {
      signature: '0xsecret',
      authorization: { from: '0xcc', to: '0xbb', value: '11', validAfter: '1', validBefore: '2', nonce: '0xnonce' },
    },
  };
  expect(signedPayment(Buffer.from(JSON.stringify(payment)).toString('base64'))).toEqual({
    network: 'eip155:8453',
    asset: '0xaa',
    domain: 'USD Coin 2',
    amount: '11',
    payee: '0xbb',
    payer: '0xcc',
    window: '1 to 2',
  });
});

test('is undefined for any text that is no payment', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(signedPayment(text)).toBeUndefined();
    }),
  );
});
