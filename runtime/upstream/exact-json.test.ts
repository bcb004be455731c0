import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonBytes } from '../values/json.ts';
import { parseExact, pricedDigits, stringifyExact, withPlainNumbers } from './exact-json.ts';

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

describe('stringifyExact', () => {
  const sent = (text: string) => Buffer.from(text);

  test('writes a request as its caller wrote it, whatever was taken out or added', () => {
    const body = '{"n":18446744073709551615,"list":[1.0,{"deep":1e2}],"gone":2.0}';
    const { gone: _, ...request } = JSON.parse(body);
    expect(stringifyExact({ ...request, model: 'm', seed: 7 }, sent(body))).toBe(
      '{"n":18446744073709551615,"list":[1.0,{"deep":1e2}],"model":"m","seed":7}',
    );
  });

  test('keeps a number that is no longer the one that was sent', () => {
    expect(stringifyExact({ n: 3, list: [2, 1] }, sent('{"n":1.0,"list":[1.0,2.0]}'))).toBe('{"n":3,"list":[2,1]}');
    expect(stringifyExact({ n: 1 }, sent('{"constructor":1.0}'))).toBe('{"n":1}');
  });

  test('writes plain JSON without a body, and for a body that is none', () => {
    for (const body of [undefined, sent(''), sent('--x\r\n1.0'), sent('{"n":1.0')])
      expect(stringifyExact({ n: 1 }, body)).toBe('{"n":1}');
  });

  test('writes no more bytes than a price counts, however many digits a caller sends', () => {
    const body = `{"n":18446744073709551616,"list":[1.${'0'.repeat(900)},0.1${'0'.repeat(900)}1]}`;
    const request = JSON.parse(body);
    expect(stringifyExact(request, sent(body), pricedDigits)).toBe('{"n":18446744073709551616,"list":[1,0.1]}');
    fc.assert(
      fc.property(fc.array(literal), (list) => {
        const body = `[${list.join(',')}]`;
        const request = JSON.parse(body);
        expect(Buffer.byteLength(stringifyExact(request, sent(body), pricedDigits))).toBeLessThanOrEqual(
          jsonBytes(request),
        );
      }),
    );
  });

  test('writes every body as it was sent', () => {
    fc.assert(
      fc.property(fc.array(literal), fc.dictionary(fc.string(), literal), (list, fields) => {
        const entries = Object.entries(fields).map(([name, number]) => `${JSON.stringify(name)}:${number}`);
        const body = `{"list":[${list.join(',')}],"fields":{${entries.join(',')}}}`;
        const request = JSON.parse(body);
        // The order of keys that are numbers is that of the engine.
        const order = (text: string) => text.match(/-?\d[\d.eE+-]*/g)?.toSorted();
        expect(order(stringifyExact(request, sent(body)))).toEqual(order(body));
      }),
    );
  });
});
