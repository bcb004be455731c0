import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, isPublicUrl } from './public-url.ts';

type Address = readonly [number, number, number, number];

const byte = (low = 0, high = 255) => fc.integer({ min: low, max: high });

/** An address within each kind of private network. */
const hidden: fc.Arbitrary<Address> = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte(), byte(), byte()),
  fc.tuple(fc.constant(100), byte(64, 127), byte(), byte()),
  fc.tuple(fc.constant(169), fc.constant(254), byte(), byte()),
  fc.tuple(fc.constant(172), byte(16, 31), byte(), byte()),
  fc.tuple(fc.constant(192), fc.constant(168), byte(), byte()),
  fc.tuple(fc.constant(198), byte(18, 19), byte(), byte()),
  fc.tuple(byte(224), byte(), byte(), byte()),
);

const open: fc.Arbitrary<Address> = fc.oneof(
  fc.tuple(fc.constantFrom(1, 8, 11, 93, 126, 128, 223), byte(), byte(), byte()),
  fc.tuple(fc.constant(172), fc.oneof(byte(0, 15), byte(32)), byte(), byte()),
  fc.tuple(fc.constant(100), fc.oneof(byte(0, 63), byte(128)), byte(), byte()),
);

const numberOf = ([a, b, c, d]: Address) => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (value: number) => value.toString(16);

/** Every way in which a URL may spell an IPv4 address. */
const spellings: readonly ((address: Address) => string)[] = [
  (address) => address.join('.'),
  (address) => `${address.join('.')}.`,
  (address) => String(numberOf(address)),
  (address) => `0x${hex(numberOf(address))}`,
  (address) => `0${numberOf(address).toString(8)}`,
  (address) => address.map((part) => `0x${hex(part)}`).join('.'),
  (address) => address.map((part) => `0${part.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  (address) => address.join('%2e'),
  (address) => address.join('。'),
  (address) => `[::ffff:${address.join('.')}]`,
  ([a, b, c, d]) => `[0:0:0:0:0:FFFF:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
];
const spelled = (address: fc.Arbitrary<Address>) =>
  fc.tuple(address, fc.constantFrom(...spellings)).map(([parts, spell]) => spell(parts));

const rest = fc.constantFrom('', '/', ':8443/a.png', '/a.png?x=1', '#a');

describe('isPublicUrl', () => {
  test('refuses private addresses however they are spelled', () => {
    fc.assert(
      fc.property(spelled(hidden), rest, (host, tail) => {
        expect(isPublicUrl(`https://${host}${tail}`)).toBe(false);
      }),
    );
  });

  test('allows public addresses however they are spelled', () => {
    fc.assert(
      fc.property(spelled(open), rest, (host, tail) => {
        expect(isPublicUrl(`https://${host}${tail}`)).toBe(true);
      }),
    );
  });

  test('allows names with a public ending', () => {
    fc.assert(
      fc.property(fc.domain(), rest, (name, tail) => {
        fc.pre(!/\.(local|internal|intranet|lan|home|corp|private|localhost)$/.test(name));
        expect(isPublicUrl(`https://${name}${tail}`)).toBe(true);
      }),
    );
  });

  test.each([
    'http://example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'https://user@example.com/a.png',
    'https://example.com:pass@10.0.0.1/a.png',
    'https://localhost/a.png',
    'https://LOCALHOST./a.png',
    'https://db.internal/a.png',
    'https://printer.local/a.png',
    'https://intranet/a.png',
    'https://[::1]/a.png',
    'https://[::]/a.png',
    'https://[fd00::1]/a.png',
    'https://[fe80::1]/a.png',
    'https://[64:ff9b::a00:1]/a.png',
    'https://[2002:a00:1::]/a.png',
    'https://[2001:0:1::1]/a.png',
    'https://[::10.0.0.1]/a.png',
    'https:///127.0.0.1/a.png',
    'https://999.1.1.1/a.png',
    '//example.com/a.png',
    'example.com/a.png',
    '',
  ])('refuses %s', (url) => {
    expect(isPublicUrl(url)).toBe(false);
  });

  test('allows a public IPv6 address', () => {
    expect(isPublicUrl('https://[2606:4700::1111]/a.png')).toBe(true);
  });
});

describe('isPublicAddress', () => {
  test('tells private from public addresses', () => {
    fc.assert(fc.property(hidden, (address) => !isPublicAddress(address.join('.'))));
    fc.assert(fc.property(open, (address) => isPublicAddress(address.join('.'))));
  });

  test('refuses what is no address', () => {
    expect(isPublicAddress('example.com')).toBe(false);
    expect(isPublicAddress('')).toBe(false);
  });
});
