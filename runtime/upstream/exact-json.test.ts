import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact, withPlainNumbers } from './exact-json.ts';

/** Numbers of JSON, as they may be written. */
const literal = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][+-]?\d{1,3})?$/);

describe('parseExact', () => {
  test.each(['18446744073709551615', '-9007199254740993', '1.0', '0.10', '1E-7', '-0', '1e400', '0.1', '12'])(
    'writes %s as it was read',
    (text) => {
      const body = `{"a":[${text}],"b":${text}}`;
      expect(JSON.stringify(parseExact(body))).toBe(body);
    },
  );

  test('writes every number as it was read, and every text', () => {
    fc.assert(
      fc.property(fc.array(literal), fc.string(), (numbers, text) => {
        const body = `{"numbers":[${numbers.join(',')}],"text":${JSON.stringify(text)}}`;
        expect(JSON.stringify(parseExact(body))).toBe(body);
      }),
    );
  });

  test('reads what JSON.parse reads, once its numbers are ordinary ones', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withPlainNumbers(parseExact(text))).toEqual(JSON.parse(JSON.stringify(JSON.parse(text))));
      }),
    );
  });

  test.each(['{"a":NaN}', '{"a":1', '', '\ufeff1', '01'])('refuses %j', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });
});
