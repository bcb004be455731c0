import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOn, lineThrough, type Point } from './line.ts';

/** Micro-USD and values that sellers have; rates have up to four digits behind micro-USD. */
const start = fc.integer({ min: 0, max: 2_000_000 });
const rate = fc.integer({ min: 1, max: 20_000_000 });
const values = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 3, maxLength: 4 });

const points = (list: readonly number[], amount: (value: number) => bigint): Point[] =>
  list.map((value) => ({ value, amount: amount(value) }));

test('a price of whole micro-USD is found again', () => {
  fc.assert(
    fc.property(start, rate, values, (fee, each, list) => {
      const line = lineThrough(points(list, (value) => BigInt(fee) + BigInt(each) * BigInt(value)));
      expect(line && [line.start.toFraction(), line.slope.toFraction()]).toEqual([String(fee), String(each)]);
    }),
  );
});

test('a rounded price is found with every amount that was asked for', () => {
  fc.assert(
    fc.property(start, rate, values, (fee, each, list) => {
      const asked = points(list, (value) => BigInt(fee) + (BigInt(each) * BigInt(value) + 5000n) / 10_000n);
      const line = lineThrough(asked);
      for (const { value, amount } of asked) expect(line && amountOn(line, value)).toBe(amount);
    }),
  );
});

test.each([
  ['a minimum', [1, 2, 50], (value: number) => BigInt(Math.max(10_000, value * 1000))],
  ['a square', [1, 2, 4], (value: number) => BigInt(value * value)],
  ['a step', [1, 2, 3], (value: number) => (value > 2 ? 300n : 100n)],
  ['two points', [1, 2], (value: number) => BigInt(value)],
] as const)('no line is drawn through %s', (_, list, amount) => {
  expect(lineThrough(points(list, amount))).toBeUndefined();
});
