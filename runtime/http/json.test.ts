import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

describe('parseJsonBody', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20, stringUnit: 'binary' }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '1', 'e', ' ') }),
        (text) => {
          let expected: unknown;
          try {
            expected = { value: JSON.parse(text) };
          } catch {
            expected = undefined;
          }
          if (expected === undefined) expect(() => parse(text)).toThrow('invalid-json');
          else expect({ value: parse(text) }).toEqual(expected);
        },
      ),
    );
  });

  test.each([
    ['that is nested too deep', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['with an exponent beyond doubles', '{"a":[1,-1E+400]}'],
    ['with a number of too many digits', `[0.${'1'.repeat(1001)}]`],
    ['with more digits than doubles have', `[1${'0'.repeat(400)}]`],
  ])('refuses a body %s', (_, text) => {
    expect(() => parse(text)).toThrow('invalid-json');
  });

  test.each([
    ['items', `[${'1,'.repeat(25_000)}1]`],
    ['keys', `{${'"a":1,'.repeat(12_500)}"b":1}`],
  ])('refuses a body of too many %s', (_, text) => {
    expect(() => parse(text)).toThrow('payload-too-large');
  });

  test('accepts what only looks too large within texts', () => {
    const texts = [
      '\\"'.repeat(1000),
      '9'.repeat(2000),
      '['.repeat(100),
      ','.repeat(200_000),
      '9'.repeat(400),
      '1e999',
      '\\"[[',
    ];
    expect(parse(JSON.stringify(texts))).toEqual(texts);
  });
});
