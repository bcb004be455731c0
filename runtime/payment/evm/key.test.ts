import { hexToBytes, keccak256, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { createEvmKey } from './key.ts';

test('signs as viem does', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = generatePrivateKey();
    const [ours, theirs] = [createEvmKey(key), privateKeyToAccount(key)];
    const digest = keccak256(toHex(`round ${round}`));
    expect(ours.address).toBe(theirs.address);
    expect(ours.sign(hexToBytes(digest))).toBe(await theirs.sign({ hash: digest }));
  }
});

test.each([`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, `0x${'11'.repeat(31)}`, '11'.repeat(32), '0xkey', ''])(
  'throws for %s',
  (key) => {
    expect(() => createEvmKey(key)).toThrow(RangeError);
  },
);
