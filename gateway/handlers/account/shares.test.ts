import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toShares } from './decide.ts';

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 255 });
const millionths = (share: number) => Math.round(share * 1_000_000);

describe('toShares', () => {
  test('adds up to exactly one in decimals', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const sum = toShares(given).reduce((total, share) => total + millionths(share), 0);
        expect(sum).toBe(1_000_000);
      }),
    );
  });

  test('stays within a millionth of score over total', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const total = given.reduce((sum, score) => sum + score, 0);
        fc.pre(total > 1e-6);
        toShares(given).forEach((share, index) => {
          expect(Math.abs(share - (given[index] ?? 0) / total)).toBeLessThan(1.000001e-6);
        });
      }),
    );
  });

  test('splits evenly whatever equal scores are', () => {
    expect(toShares([0.1, 0.1, 0.1])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(toShares([0.9, 0.9, 0.9])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(toShares([0, 0])).toEqual([0.5, 0.5]);
  });
});
