import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { describe, expect, test } from 'vitest';
import {
  decimal,
  divideCeil,
  divideFloor,
  divideHalfEven,
  estimated,
  greatest,
  least,
  quoted,
  sum,
  whole,
} from './formula.ts';

const integer = () => fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const unit = () => fc.bigInt({ min: 1n, max: 10n ** 12n });

describe('division', () => {
  test('rounds as exact fractions do', () => {
    fc.assert(
      fc.property(integer(), unit(), (value, by) => {
        const exact = new Fraction(value, by);
        expect(divideFloor(value, by)).toBe(signed(exact.floor()));
        expect(divideCeil(value, by)).toBe(signed(exact.ceil()));
      }),
    );
  });

  test('rounds halves to even and everything else to the nearest', () => {
    expect([-3n, -1n, 1n, 3n, 5n].map((value) => divideHalfEven(value, 2n))).toEqual([-2n, 0n, 0n, 2n, 2n]);
    fc.assert(
      fc.property(integer(), unit(), (value, by) => {
        const distance = value - divideHalfEven(value, by) * by;
        expect((distance < 0n ? -distance : distance) * 2n).toBeLessThanOrEqual(by);
      }),
    );
  });
});

describe('decimal', () => {
  test('spells a count of decimal places exactly', () => {
    fc.assert(
      fc.property(integer(), fc.nat(20), (value, places) => {
        const text = decimal(value, places);
        expect(new Fraction(text).equals(new Fraction(value, 10n ** BigInt(places)))).toBe(true);
        expect(text).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
  });
});

describe('quoted', () => {
  const breakdown = { all: '0.000005' };

  test('works its explanation out only when it is read', () => {
    let runs = 0;
    const quote = quoted(5, () => {
      runs += 1;
      return { breakdown };
    });
    expect([quote.amount, runs]).toEqual([5n, 0]);
    expect([quote.breakdown, runs]).toEqual([breakdown, 1]);
  });

  test('has the details of the price, if it has any', () => {
    const details = { estimate: { seconds: 2 } };
    expect(quoted(5, () => ({ breakdown, details })).details).toEqual(details);
    expect(quoted(5, () => ({ breakdown })).details).toEqual({});
  });

  test('has the amounts that the documents allow besides, and says where it is an estimate', () => {
    const quote = quoted(5, () => ({ breakdown, sides: [6, 7n] }));
    expect([quote.sides, quote.isEstimate, quoted(5, () => ({ breakdown })).sides]).toEqual([[6n, 7n], false, []]);
    expect(estimated(5, () => ({ breakdown })).isEstimate).toBe(true);
  });

  test('is exact whatever the amount', () => {
    for (const amount of [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER])
      expect(quoted(amount, () => ({ breakdown })).amount).toBe(BigInt(amount));
  });
});

describe('the helpers of formulas', () => {
  test('are exact beyond 2^53', () => {
    expect(sum([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])).toBe(2n * BigInt(Number.MAX_SAFE_INTEGER));
    expect([least(3n, 1n, 2n), greatest(3n, 1n, 2n)]).toEqual([1n, 3n]);
  });

  test.each([1.5, '1', null, undefined, 2 ** 53])('refuse what is no whole number: %s', (value) => {
    expect(() => whole(value)).toThrow(RangeError);
  });
});

function signed({ s, n }: Fraction): bigint {
  return s * n;
}
