import { secp256k1 } from '@bitauth/libauth';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recoverByWasm, recoverNatively } from './public-key.ts';

/** The order of the curve, and the prime of its field, between which some values of r lie. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const prime = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;

const bytesOf = (value: bigint) => new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
const word = () => fc.uint8Array({ minLength: 32, maxLength: 32 });
const edge = () =>
  fc
    .constantFrom(0n, 1n, order / 2n, order, prime, 2n ** 256n - 1n)
    .chain((near) => fc.bigInt({ min: near > 2n ? near - 2n : 0n, max: near }))
    .map(bytesOf);
const recovery = () => fc.constantFrom(0 as const, 1 as const);

/** r and s of signatures by a key, near the bounds of what may be one, and of any bytes. */
const signature = (digest: Uint8Array) =>
  fc.oneof(
    word().map((secret) => {
      const signed = secp256k1.signMessageHashRecoverableCompact(secret, digest);
      return typeof signed === 'string' ? new Uint8Array(64) : signed.signature;
    }),
    fc.tuple(fc.oneof(word(), edge()), fc.oneof(word(), edge())).map((parts) => Uint8Array.from(Buffer.concat(parts))),
  );

if (!recoverNatively) process.stderr.write('Recovery in native code is not tested: secp256k1 is not installed here.\n');
describe.skipIf(!recoverNatively)('recovery of public keys in native code', () => {
  test('finds what recovery in WebAssembly finds, and nothing where that finds nothing', () => {
    const found = { some: 0, none: 0 };
    fc.assert(
      fc.property(
        fc.oneof(word(), edge()).chain((digest) => fc.tuple(fc.constant(digest), signature(digest))),
        recovery(),
        ([digest, bytes], id) => {
          const [ours, theirs] = [recoverByWasm, recoverNatively].map((recover) => recover?.(bytes, id, digest));
          found[ours ? 'some' : 'none'] += 1;
          expect(theirs).toEqual(ours);
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(found.some, found.none)).toBeGreaterThan(40);
  });

  test.each([
    ['r is 0', 0n, 1n],
    ['s is 0', 1n, 0n],
    ['r is the order', order, 1n],
    ['s is the order', 1n, order],
    ['r is above the prime', prime + 1n, 1n],
  ])('refuses a signature whose %s', (_, r, s) => {
    const bytes = Uint8Array.from(Buffer.concat([bytesOf(r), bytesOf(s)]));
    for (const recover of [recoverByWasm, recoverNatively])
      expect(recover?.(bytes, 0, new Uint8Array(32).fill(1))).toBeUndefined();
  });
});
