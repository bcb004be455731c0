import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callerOf, networkOf } from './network.ts';

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  test('is the same for every address of a /64, however it is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const [prefix, rest] = [fc.tuple(group, group, group, group), fc.tuple(group, group, group, group)];
    fc.assert(
      fc.property(prefix, rest, rest, (own, one, other) => {
        const [first, second] = [one, other].map((end) => networkOf([...own, ...end].join(':')));
        expect(first).toBe(second);
        expect(networkOf(`${own.join(':')}::`)).toBe(first);
      }),
    );
  });
});

test('limits count each address of IPv4 for itself', () => {
  expect(callerOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(callerOf('2001:db8::7')).toBe(networkOf('2001:db8::8'));
});
