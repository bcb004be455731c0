import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { comparisonOf } from './comparison.ts';

/** The part of an exchange that is compared. */
const got = (json: unknown) => ({ received: { json } }) as Exchange;

const candles = (interval: string, time: number) =>
  got({
    interval,
    candles: [
      { open: 1, time },
      { open: 2, time },
    ],
  });

test('compares all of what is the same twice', () => {
  const compare = comparisonOf([candles('1m', 1)], [candles('1m', 1)]);
  expect(compare?.(candles('1m', 1))).not.toBe(compare?.(candles('1m', 2)));
});

test('compares what stays, at whatever moment the rest has changed', () => {
  for (const moments of [
    [1, 1, 1, 1],
    [1, 1, 1, 2],
    [1, 2, 2, 2],
    [1, 2, 3, 4],
  ] as const) {
    const [a, b, c, d] = moments;
    const compare = comparisonOf([candles('1m', a), candles('1m', b)], [candles('1m', c), candles('1m', d)]);
    expect(compare?.(candles('1m', d))).toBe(compare?.(candles('1m', d)));
    expect(compare?.(candles('1m', d))).not.toBe(compare?.(candles('5m', d)));
  }
  const moving = comparisonOf([candles('1m', 1)], [candles('1m', 2)]);
  expect(moving?.(candles('1m', 3))).toBe(moving?.(candles('1m', 4)));
});

test('compares types where every value varies, and nothing where these do as well', () => {
  const byTypes = comparisonOf([got({ at: 1 })], [got({ at: 2 })]);
  expect(byTypes?.(got({ at: 3 }))).toBe(byTypes?.(got({ at: 4 })));
  expect(byTypes?.(got({ at: 3 }))).not.toBe(byTypes?.(got({ at: '3' })));
  expect(comparisonOf([got({ at: 1 })], [got({ at: '1' })])).toBeUndefined();
});
