import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { same } from './same.ts';

describe('same', () => {
  test('compares JSON values as their texts', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((json): unknown => JSON.parse(JSON.stringify(json)));
    const pair = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, structuredClone(one)] as const),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(same(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test('distinguishes objects by the order of their fields', () => {
    expect(same({ a: 1, b: 2 }, { a: 1, b: 2 })).toBe(true);
    expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  });
});
