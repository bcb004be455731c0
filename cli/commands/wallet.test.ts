import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';

test('wallet prints a key and its address as a shell reads them', async () => {
  const { code, stdout } = await tollwright(['wallet']);
  const [, key = '', address] =
    /^export PAYER_KEY=(0x[0-9a-f]{64})\nexport PAYER_ADDRESS=(0x[0-9a-fA-F]{40})\n$/.exec(stdout) ?? [];
  expect(code).toBe(0);
  expect(address).toBe(privateKeyToAddress(key as `0x${string}`));
});

test('wallet has keys for Solana, and JSON', async () => {
  const { stdout } = await tollwright(['wallet', '--kind', 'solana', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    key: expect.any(String),
    address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  });
});
