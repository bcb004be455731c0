import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../common/json.ts';
import { contractWith } from '../../testing/reference/contract.ts';
import type { Faults } from '../../testing/reference/faults.ts';
import { type FaultCase, testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { bodyChecks } from './body.ts';
import { carrierChecks } from './headers.ts';
import { offerChecks } from './offers.ts';

const challengeChecks = [...bodyChecks, ...offerChecks, ...carrierChecks];

const otherNetwork = 'eip155:999';
const withInfo = (change: object): Faults => ({
  challenge: (body) => Object.assign(body, { paymentInfo: { ...fieldsOf(body.paymentInfo), ...change } }),
});
const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** A rule for hosts of another kind than the reference host, which is paid on one network. */
const severalNetworks = 'payment.challenge.several-networks';
const own = challengeChecks.filter(({ id }) => id !== severalNetworks);

testProtocolChecks(own, [
  ['payment.challenge.required', { challengeStatus: 401 }],
  ['payment.challenge.version', { challenge: (body) => Object.assign(body, { x402Version: 1 }) }],
  ['payment.challenge.resource', { challenge: (body) => delete body.resource }],
  [
    'payment.challenge.fee-payer',
    { challenge: (_, offer) => Object.assign(offer, { network: 'solana:mainnet', extra: { feePayer: '' } }) },
  ],
  ['payment.challenge.accepts', { challenge: (body) => Object.assign(body, { accepts: [] }) }],
  ['payment.challenge.scheme', { challenge: (_, offer) => Object.assign(offer, { scheme: 'upto' }) }],
  ['payment.challenge.network', { challenge: (_, offer) => Object.assign(offer, { network: otherNetwork }) }],
  ['payment.challenge.network', { challenge: (_, offer) => Object.assign(offer, { network: '' }) }],
  ['payment.challenge.asset', { challenge: (_, offer) => delete offer.asset }],
  ['payment.challenge.asset-address', { challenge: (_, offer) => Object.assign(offer, { asset: '0x01' }) }],
  [
    'payment.challenge.domain',
    { challenge: (_, offer) => Object.assign(offer, { extra: { name: 'Dollar', version: '7' } }) },
  ],
  ['payment.challenge.amount', { challenge: (_, offer) => Object.assign(offer, { amount: '10.5' }) }],
  ['payment.challenge.amount-equals-price', { challenge: (_, offer) => Object.assign(offer, { amount: '10001' }) }],
  ['payment.challenge.pay-to', { challenge: (_, offer) => delete offer.payTo }],
  ['payment.challenge.timeout', { challenge: (_, offer) => delete offer.maxTimeoutSeconds }],
  ['payment.challenge.window', { challenge: (_, offer) => Object.assign(offer, { maxTimeoutSeconds: 300 }) }],
  ['payment.challenge.error', { challenge: (body) => Object.assign(body, { error: 'Pay' }) }],
  ['payment.challenge.message', { challenge: (body) => delete body.message }],
  [
    'payment.challenge.price',
    { challenge: (body) => Object.assign(body, { price: { amount: '1e2', currency: 'USD' } }) },
  ],
  [
    'payment.challenge.price',
    { challenge: (body) => Object.assign(body, { price: { amount: '0.01', currency: '' } }) },
  ],
  ['payment.challenge.payment-info', { challenge: (body) => delete body.paymentInfo }],
  ['payment.challenge.payment-info', withInfo({ network: '' })],
  ['payment.challenge.payment-info', withInfo({ network: otherNetwork })],
  ['payment.challenge.payment-info', withInfo({ asset: undefined })],
  ['payment.challenge.payment-info', withInfo({ x402Version: 0 })],
  ['payment.challenge.header', { challengeHeaders: { 'payment-required': null } }],
  ['payment.challenge.header', { challengeHeaders: { 'x-payment-required': 'no JSON' } }],
  ['payment.challenge.header-agrees', { challengeHeaders: { 'x-payment-required': header({ accepts: [{}] }) } }],
  ...['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'].map((field): FaultCase => [
    'payment.challenge.header-agrees',
    { challenge: (_, offer) => Object.assign(offer, { [field]: 'another' }) },
  ]),
  ['payment.challenge.www-authenticate', { challengeHeaders: { 'www-authenticate': null } }],
  ['payment.challenge.www-authenticate', { challengeHeaders: { 'www-authenticate': 'x402' } }],
  ['payment.challenge.extras', { challenge: (body) => delete body.parts }],
  [
    'payment.challenge.www-authenticate',
    { challengeHeaders: { 'www-authenticate': `x402 requirements="${header({ accepts: [{}], of: 'a resource' })}"` } },
  ],
  ['payment.free.no-challenge', { paths: { '/v1/list': 401 } }],
]);

/** What the documents leave open. */
const variants: readonly (readonly [what: string, variant: Faults])[] = [
  ['the reference contract as it is', {}],
  ['numbers for amounts', { challenge: (_, offer) => Object.assign(offer, { amount: Number(offer.amount) }) }],
  ['a price with more digits', { challenge: (body) => extendPrice(body) }],
  [
    'fields and headers of its own',
    { challenge: (body) => Object.assign(body, { more: 1 }), challengeHeaders: { x: 'y' } },
  ],
  ['offers of its own fields', { challenge: (_, offer) => Object.assign(offer, { extra: {} }) }],
];

function extendPrice(body: Record<string, unknown>): void {
  const price = fieldsOf(body.price);
  body.price = { ...price, amount: `${price.amount}00` };
}

describe('a gateway that keeps the documents in another way', () => {
  const rules = own.map(({ id }) => id).filter((id) => id.startsWith('payment.challenge.'));
  test.each(variants)('with %s passes every check of challenges without a wallet', async (_, variant) => {
    const run = referenceRun(variant, 'free');
    for (const id of rules) expect(await verdictOf(own, id, run), id).toMatchObject({ verdict: 'pass' });
  });
});

test('offers on several networks are asked of a host that has several', async () => {
  const second: Faults = {
    challenge: (body, offer) => Object.assign(body, { accepts: [offer, { ...offer, network: otherNetwork }] }),
  };
  expect(await verdictOf(challengeChecks, severalNetworks, referenceRun(second))).toMatchObject({ verdict: 'pass' });
  expect(await verdictOf(challengeChecks, severalNetworks, referenceRun())).toMatchObject({ verdict: 'fail' });
});

test.each([
  [{ never: [418], unpriced: [] }, 401, 'pass'],
  [{ never: [418], unpriced: [] }, 418, 'fail'],
  [{ never: [402], unpriced: [] }, 402, 'fail'],
  [{ never: [], unpriced: [402] }, 402, 'pass'],
] as const)('a free operation under %o that returns %i is judged: %s', async (free, status, verdict) => {
  const run = referenceRun({ paths: { '/v1/list': status } }, 'free', contractWith({ free }));
  expect(await verdictOf(own, 'payment.free.no-challenge', run)).toMatchObject({ verdict });
});
