import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  at,
  characters,
  compareText,
  contains,
  distinct,
  equal,
  jsonBytes,
  lookup,
  promptBytes,
  read,
  wholeKey,
} from './json.ts';

const text = () => fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00') });

describe('characters', () => {
  test('counts what iterating a text gives', () => {
    fc.assert(
      fc.property(text(), (value) => {
        expect(characters(value)).toBe([...value].length);
      }),
    );
  });
});

describe('jsonBytes', () => {
  test('counts keys, numbers and punctuation as well as texts, in UTF-8', () => {
    expect(jsonBytes([{ ab: '😀' }, 1.5, null])).toBe('[{"ab":"xxxx"},1.5,null]'.length);
    expect(jsonBytes(undefined)).toBe(0);
  });

  test('counts what JSON writes of any value', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', '\u0001', '\u007f', 'é', '€', '😀', '\ud83d', '\ude00'),
    });
    const texts = fc.oneof(
      odd,
      odd.map((part) => part.repeat(20)),
      fc.string({ unit: 'binary' }),
    );
    const { value: any } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        texts,
        fc.double(),
        fc.constantFrom(null, true, undefined),
        fc.array(tie('value')),
        fc.dictionary(texts, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value) ?? ''));
      }),
    );
  });
});

describe('promptBytes', () => {
  test('counts all but the numbers, booleans and nulls of the request itself', () => {
    const tools = [{ enum: [1, true, null] }];
    expect(promptBytes({ temperature: 0.5, stream: true, user: null, tools })).toBe(jsonBytes({ tools }));
  });
});

describe('equal', () => {
  test('does not mind the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(equal(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(turned)))).toBe(true);
      }),
    );
  });

  test('tells apart what differs anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const sorted = (value: unknown) =>
          JSON.stringify(value, (_, inner) => (isPlain(inner) ? ordered(inner) : inner));
        expect(equal(a, b)).toBe(sorted(a) === sorted(b));
      }),
    );
  });
});

describe('compareText', () => {
  test('orders by code point, not by UTF-16 unit', () => {
    expect(compareText('\uffff', '😀')).toBeLessThan(0);
    expect(compareText('a', 'ab')).toBeLessThan(0);
    expect(compareText('b', 'ab')).toBeGreaterThan(0);
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('reading', () => {
  test('never finds what a value only inherits', () => {
    expect(read({ a: { b: 1 } }, 'a', 'b')).toBe(1);
    expect(read({ a: 1 }, 'toString')).toBeUndefined();
    expect(read(null, 'a')).toBeUndefined();
    expect(contains({}, 'constructor')).toBe(false);
    expect(() => at({ a: 1 }, 'valueOf')).toThrow(RangeError);
    expect(() => lookup(new Map(), 'a')).toThrow(RangeError);
  });

  test('keeps the first of items that are equal', () => {
    expect(distinct([{ a: 1 }, 2, { a: 1 }, 2])).toEqual([{ a: 1 }, 2]);
  });

  test('takes the quick way to the same end', () => {
    const simple = fc.array(fc.oneof(fc.boolean(), fc.integer({ max: 3, min: -3 }), fc.constantFrom('', 'a', '1')));
    fc.assert(
      fc.property(simple, (values) => {
        // An object among the values leaves only the slow way.
        expect([...distinct(values), {}]).toEqual(distinct([...values, {}]));
      }),
    );
  });
});

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ordered(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('wholeKey', () => {
  const keys = new Map(['one/a', 'two/a', 'two/b/c'].map((key) => [key, true]));

  test.each([
    ['one/a', 'one/a'],
    ['a', 'one/a'],
    ['c', 'two/b/c'],
    ['b/c', 'two/b/c'],
    ['two', undefined],
    ['', undefined],
  ])('finds %j as %j', (text, key) => {
    expect(wholeKey(keys, text)).toBe(key);
  });
});
