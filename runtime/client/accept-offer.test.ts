import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentDefinition } from '../operation/host.ts';
import { testTransport } from '../testing/transport.ts';
import { acceptOffer, type Terms } from './accept-offer.ts';
import { PaymentRefused } from './failures.ts';

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const payment: PaymentDefinition = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  decimals: 6,
  domain: { name: 'USD Coin', version: '2' },
  window: 300,
  transport: testTransport,
  also: [{ network: solana, asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 }],
};
const refuse = (asked: bigint) => (asked <= 2000n ? undefined : new PaymentRefused('amount', '2000', String(asked)));
const terms: Terms = {
  payment,
  refuse,
  window: 300,
  canPay: (network) => network.startsWith('eip155:'),
  payeeOn: () => undefined,
};
const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '2000',
  asset: payment.asset,
  payTo: '0xAb',
  maxTimeoutSeconds: 300,
};
const old = { ...offer, network: 'base', maxAmountRequired: '2000', resource: 'https://a.test', amount: undefined };
const onSolana = { ...offer, network: solana, asset: payment.also?.[0]?.asset, extra: { feePayer: 'Fee' } };
const resource = { url: 'https://gateway.test/search' };

type Encoding = 'base64' | 'base64url';
const encoded = (value: unknown, encoding: Encoding = 'base64') =>
  Buffer.from(JSON.stringify(value)).toString(encoding);
const take = (body: unknown, headers: Record<string, string> = {}, more: Partial<Terms> = {}) =>
  acceptOffer({ body, headers }, { ...terms, ...more });
const refusalOf = (body: unknown, headers: Record<string, string> = {}) => {
  try {
    take(body, headers);
  } catch (error) {
    if (error instanceof PaymentRefused) return error.field;
    throw error;
  }
  return undefined;
};

describe('acceptOffer', () => {
  const two = { x402Version: 2, resource, accepts: [offer] };
  const one = { x402Version: 1, accepts: [old] };

  test.each<[string, unknown, Record<string, string>, 1 | 2]>([
    ['the body alone', two, {}, 2],
    ['a body without a version', { accepts: [offer] }, {}, 2],
    ['the header beside an empty body', {}, { 'payment-required': encoded(two) }, 2],
    ['the header beside a page', '<html>Pay first</html>', { 'payment-required': encoded(two) }, 2],
    ['the header beside no body', '', { 'payment-required': encoded(two) }, 2],
    [
      'the header in base64url',
      { error: 'Payment required' },
      { 'payment-required': encoded({ ...two, error: '?>~' }, 'base64url') },
      2,
    ],
    ['the header under its other name', {}, { 'x-payment-required': encoded(two) }, 2],
    ['both', two, { 'payment-required': encoded(two) }, 2],
    [
      'both, one with more words',
      { ...two, accepts: [{ ...offer, description: 'x', extra: {} }] },
      { 'payment-required': encoded(two) },
      2,
    ],
    ['fields that are null', { ...two, error: null, accepts: [{ ...offer, extra: null }] }, {}, 2],
    ['version 1 in the body', one, {}, 1],
    ['version 1 in the body beside version 2 in the header', one, { 'payment-required': encoded(two) }, 2],
  ])('takes the offer from %s', (_, body, headers, version) => {
    const accepted = take(body, headers);
    const extra = payment.domain;
    expect(accepted).toMatchObject({
      version,
      offer: { network: 'eip155:8453', amount: '2000', payTo: '0xAb', extra },
    });
  });

  test('repeats the offer as it was written, and signs our own domain', () => {
    const extra = { name: 'USD Coin', version: '2', assetTransferMethod: 'eip3009' };
    const accepted = take({ ...two, accepts: [{ ...offer, extra, note: 1 }] });
    expect([accepted.written, accepted.offer.extra]).toEqual([{ ...offer, extra, note: 1 }, payment.domain]);
    expect(take(one).written).toEqual(old);
  });

  test('takes the cheapest offer on a network that host and wallet have', () => {
    const accepts = [
      { ...onSolana, amount: '5' },
      { ...offer, network: 'eip155:1', amount: '1' },
      { ...offer, scheme: 'upto', amount: '2' },
      offer,
      { ...offer, amount: '1999' },
      'an offer of another time',
    ];
    expect(take({ accepts }).offer.amount).toBe('1999');
    const canPay = (network: string) => network.startsWith('solana:');
    expect(take({ accepts }, {}, { canPay }).offer).toMatchObject({
      network: solana,
      amount: '5',
      extra: { feePayer: 'Fee' },
    });
  });

  test.each<[string, string, unknown, Record<string, string>]>([
    [
      'header payment-required',
      'a header that asks for more',
      two,
      { 'payment-required': encoded({ accepts: [{ ...offer, amount: '9' }] }) },
    ],
    [
      'header payment-required',
      'a header that pays another',
      two,
      { 'payment-required': encoded({ accepts: [{ ...offer, payTo: '0xcd' }] }) },
    ],
    [
      'header x-payment-required',
      'two headers that differ',
      {},
      { 'payment-required': encoded(two), 'x-payment-required': encoded({ accepts: [] }) },
    ],
    ['header payment-required', 'a header that cannot be read', two, { 'payment-required': '%%' }],
    ['header payment-required', 'a header that has no offers', two, { 'payment-required': encoded({}) }],
    ['body', 'no offers', {}, {}],
    ['offers', 'an empty list', { accepts: [] }, {}],
    ['version', 'version 3', { ...two, x402Version: 3 }, {}],
    ['network', 'a network by an unknown name', { ...one, accepts: [{ ...old, network: 'basement' }] }, {}],
    ['network', 'a name of version 1 in version 2', { ...two, accepts: [{ ...offer, network: 'base' }] }, {}],
    ['offer', 'an amount of version 2 in version 1', { ...one, accepts: [{ ...offer, network: 'base' }] }, {}],
    ['offer', 'an offer without a payee', { accepts: [{ ...offer, payTo: undefined }] }, {}],
    ['amount', 'too much', { accepts: [{ ...offer, amount: '2001' }] }, {}],
    ['transfer method', 'another transfer', { accepts: [{ ...offer, extra: { assetTransferMethod: 'permit2' } }] }, {}],
    ['domain name', 'another domain', { accepts: [{ ...offer, extra: { name: 'USDC' } }] }, {}],
    ['window', 'a long window', { accepts: [{ ...offer, maxTimeoutSeconds: 301 }] }, {}],
  ])('refuses the %s of a challenge with %s', (field, _, body, headers) => {
    expect(refusalOf(body, headers)).toBe(field);
  });

  test('refuses whatever is no challenge', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => take(value)).toThrow(PaymentRefused);
        expect(() => take({ accepts: [value] })).toThrow(PaymentRefused);
        expect(() => take({}, { 'payment-required': encoded(value) })).toThrow(PaymentRefused);
      }),
    );
  });
});
