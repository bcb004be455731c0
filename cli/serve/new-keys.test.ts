import { expect, test } from 'vitest';
import { newKeys } from './new-keys.ts';

test('a host of accounts in memory gets a key, and none where a store keeps those of earlier starts', () => {
  const key = { key: expect.stringMatching(/^sk_\S{32}$/), balance: 10_000_000n };
  expect(newKeys({ auth: 'bearer' }, undefined)).toEqual([key]);
  expect(newKeys({ auth: 'bearer' }, 'account.db')).toEqual([]);
  expect(newKeys({ auth: 'x402' }, undefined)).toEqual([]);
});
