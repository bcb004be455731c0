import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuery } from './query.ts';

describe('readQuery', () => {
  test('reads each parameter as URLSearchParams does, and those that are repeated as lists', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => {
        const sent = new URLSearchParams(entries);
        const expected = [...new Set(sent.keys())].map((key) => {
          const values = sent.getAll(key);
          return [key, values.length > 1 ? values : values[0]];
        });
        expect(Object.entries(readQuery(sent.toString()))).toEqual(expected);
      }),
    );
  });

  test('refuses more than 1000 parameters', () => {
    expect(readQuery('a&'.repeat(1000))).toEqual({ a: Array(1000).fill('') });
    expect(() => readQuery('a&'.repeat(1001))).toThrow('invalid-body');
  });
});
