import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { keyWallet } from './key-wallet.ts';
import { type EvmWallet, payHeader } from './wallet.ts';

test('pays as an account of viem does', async () => {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const signed: unknown[] = [];
  const both: EvmWallet = {
    address: account.address,
    async sign(data) {
      signed.push(await keyWallet(key).sign(data));
      return account.signTypedData(data);
    },
  };
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '27250',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: `0x${'ab'.repeat(20)}`,
    maxTimeoutSeconds: 300,
    extra: { name: 'USD Coin', version: '2' },
  };
  const header = await payHeader(both, { offer, resource: {} }, { decimals: 6 }, 1_800_000_000);
  const { payload } = JSON.parse(Buffer.from(header, 'base64').toString());
  expect(signed).toEqual([payload.signature]);
  expect(keyWallet(key).address).toBe(account.address);
});
