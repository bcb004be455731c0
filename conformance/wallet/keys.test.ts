import { base58ToBin } from '@bitauth/libauth';
import { describe, expect, test } from 'vitest';
import { addressOf, kindOfKey, randomKey, readKey } from './keys.ts';

/** The first key pair of RFC 8032, section 7.1: its secret half, and its public half. */
const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

const open = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

const bytes = [...Buffer.from(secret + open, 'hex')];

describe('readKey', () => {
  test('reads a key of EVM networks with and without 0x', () => {
    const key = randomKey('evm');
    expect([readKey(key), readKey(key.slice(2)), kindOfKey(key)]).toEqual([key, key, 'evm']);
  });

  test('reads a key of Solana from base58 and from a list of bytes', () => {
    const key = readKey(JSON.stringify(bytes)) ?? '';
    expect(readKey(key)).toBe(key);
    expect(kindOfKey(key)).toBe('solana');
    expect(addressOf(key)).toBe('FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z');
    expect(base58ToBin(addressOf(key))).toEqual(Uint8Array.from(Buffer.from(open, 'hex')));
  });

  test.each([
    ['nothing', ''],
    ['a word', 'hunter2'],
    ['an address', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
    ['bytes that are too few', JSON.stringify(bytes.slice(1))],
    ['bytes that are none', JSON.stringify(bytes.map((byte) => byte + 256))],
    ['halves of two keys', JSON.stringify([...bytes.slice(0, 63), 0])],
    ['invalid JSON', '[1, 2'],
  ])('rejects %s', (_, text) => {
    expect(readKey(text)).toBeUndefined();
  });
});
