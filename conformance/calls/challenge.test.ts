import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentProfile } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { UnexpectedResponse } from '../http/interruption.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { contractTransport } from '../testing/transport.ts';
import { otherNetworkOffer, payableOffer, readChallenge } from './challenge.ts';

const asking = (amount: unknown): Exchange => ({
  sent: { method: 'POST', path: '/v1/lamps', headers: {} },
  received: {
    status: 402,
    headers: {},
    rawHeaders: [],
    text: '',
    json: { accepts: [{ amount }] },
    events: [],
    cut: false,
  },
});

test('reads an amount as a text and as a number', () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (micro, text) => {
      expect(readChallenge(asking(text ? String(micro) : micro), referenceContract).amount).toBe(BigInt(micro));
    }),
  );
});

test.each([1.5, '1.5', '', null, -1, 'many'])('refuses the amount %j', (amount) => {
  expect(() => readChallenge(asking(amount), referenceContract)).toThrow(UnexpectedResponse);
});

const profile: PaymentProfile = {
  version: 2,
  scheme: 'exact',
  network: 'solana:own',
  networkStatus: 'assumed',
  asset: 'a token',
  decimals: 6,
  window: 60,
  transport: contractTransport,
  windowStatus: 'stated',
};

const offer = (network: string, scheme = 'exact') => ({ scheme, network });

test('takes the offer on the network of the host before any other', () => {
  const accepts = [offer('solana:other'), offer('solana:own', 'upto'), offer('solana:own')];
  expect(payableOffer(accepts, profile)).toBe(accepts[2]);
  expect(payableOffer(accepts, profile, 'solana:other')).toBe(accepts[0]);
});

test('takes one on a network of the same kind where the id is not stated, and only there', () => {
  const accepts = [offer('eip155:1'), offer('solana:other')];
  expect(payableOffer(accepts, profile)).toBe(accepts[1]);
  expect(payableOffer(accepts, { ...profile, networkStatus: 'stated' })).toBeUndefined();
  expect(payableOffer([offer('eip155:1'), offer('nowhere')], profile)).toBeUndefined();
});

test('takes for another network the first offer that the same wallet can pay', () => {
  const accepts = [
    offer('eip155:1'),
    offer('solana:own'),
    offer('solana:own'),
    offer('solana:other', 'upto'),
    offer('solana:other'),
    offer('solana:third'),
  ];
  expect(otherNetworkOffer(accepts, profile)).toBe(accepts[4]);
  expect(otherNetworkOffer(accepts, profile, 'solana:other')).toBe(accepts[1]);
  expect(otherNetworkOffer(accepts.slice(0, 4), profile)).toBeUndefined();
  expect(otherNetworkOffer([offer('eip155:1'), offer('eip155:2')], profile)).toBeUndefined();
});
