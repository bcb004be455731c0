import { expect, test } from 'vitest';
import type { PaymentProfile } from '../contract/contract.ts';
import { payableOffer } from './payable.ts';

const profile: PaymentProfile = {
  version: 2,
  scheme: 'exact',
  network: 'solana:own',
  networkStatus: 'assumed',
  asset: 'a token',
  decimals: 6,
  window: 60,
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
