import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, decodeJson, encodeBase64, encodeJson, parseJson, randomHex } from './encoding.ts';

describe('base64', () => {
  test('is what Node writes and reads', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(encodeBase64(bytes)).toBe(text);
        expect(decodeBase64(text)).toEqual(Uint8Array.from(bytes));
        expect(decodeBase64(Buffer.from(bytes).toString('base64url'))).toEqual(Uint8Array.from(bytes));
      }),
      { numRuns: 50 },
    );
  });
});

describe('JSON in a header', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        expect(decodeJson(encodeJson(value))).toEqual(value);
      }),
    );
  });

  test.each(['', '*', 'e30', encodeBase64(Uint8Array.of(255))])('reads %j without throwing', (header) => {
    expect(decodeJson(header)).toEqual(header === 'e30' ? {} : undefined);
  });
});

test('parseJson returns undefined for a text that is not JSON', () => {
  expect([parseJson('{"a":1}'), parseJson('{')]).toEqual([{ a: 1 }, undefined]);
});

test('randomHex has two digits for each byte', () => {
  expect(randomHex(32)).toMatch(/^[0-9a-f]{64}$/);
  expect(randomHex(32)).not.toBe(randomHex(32));
});
