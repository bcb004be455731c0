import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { PaymentProfile } from '../contract/contract.ts';
import { createEvmWallet } from './evm-wallet.ts';

test('signs the same for addresses in upper and lower case', async () => {
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
    windowStatus: 'stated',
  };
  const wallet = createEvmWallet(generatePrivateKey(), profile);
  const nonce = `0x${'01'.repeat(32)}` as const;
  const sign = (to: string) =>
    wallet.sign({ network: 'eip155:1', amount: '5', payTo: to, asset: to }, 1000, { evm: { nonce } });

  const [small, large] = await Promise.all([sign(address), sign(`0x${'AB'.repeat(20)}`)]);
  expect(Object(large).payload.signature).toBe(Object(small).payload.signature);
});
