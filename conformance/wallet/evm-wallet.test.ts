import { generatePrivateKey } from 'viem/accounts';
import { parseErc6492Signature } from 'viem/utils';
import { expect, test } from 'vitest';
import type { PaymentProfile } from '../contract/contract.ts';
import { contractTransport } from '../testing/transport.ts';
import { createEvmWallet, wrapSignature } from './evm-wallet.ts';

test('wraps a signature as viem reads it', () => {
  const signature = `0x${'1b'.repeat(65)}` as const;
  expect(parseErc6492Signature(wrapSignature(signature))).toMatchObject({ data: '0x', signature });
});

const address = `0x${'ab'.repeat(20)}`;

const profile: PaymentProfile = {
  version: 2,
  scheme: 'exact',
  network: 'eip155:1',
  networkStatus: 'stated',
  asset: address,
  decimals: 6,
  domain: { name: 'Coin', version: '2' },
  window: 60,
  transport: contractTransport,
  windowStatus: 'stated',
};

const wallet = createEvmWallet(generatePrivateKey(), profile);

const nonce = `0x${'01'.repeat(32)}` as const;

/** The signature of an offer that is the same each time. */
async function signatureOf(offer: object): Promise<unknown> {
  const usual = { network: 'eip155:1', amount: '5', payTo: address, asset: address };
  return Object(await wallet.sign({ ...usual, ...offer }, 1000, { evm: { nonce } })).payload.signature;
}

test('signs under the EIP-712 domain that the offer names, else under that of the contract', async () => {
  const usual = await signatureOf({});
  expect(await signatureOf({ extra: { name: 'Coin', version: '2' } })).toBe(usual);
  expect(await signatureOf({ extra: { name: 'Dollar', version: '2' } })).not.toBe(usual);
  expect(await signatureOf({ extra: { name: 'Coin', version: '3' } })).not.toBe(usual);
  expect(await signatureOf({ extra: { name: 7 } })).toBe(usual);
});

test('signs the same for addresses in upper and lower case', async () => {
  const upper = `0x${'AB'.repeat(20)}`;
  expect(await signatureOf({ payTo: upper, asset: upper })).toBe(await signatureOf({}));
});
