import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { decimalText, roundMicro } from './money.ts';

describe('roundMicro', () => {
  test.each([
    ['0.0000005', '0.000001', '0', '0.000001', '0'],
    ['0.0000015', '0.000002', '0.000002', '0.000002', '0.000001'],
    ['0.0000024', '0.000002', '0.000002', '0.000003', '0.000002'],
    ['0.02725', '0.02725', '0.02725', '0.02725', '0.02725'],
  ])('rounds %s', (usd, halfUp, halfEven, up, down) => {
    const exact = new Fraction(usd);
    const rounded = (['half-up', 'half-even', 'up', 'down'] as const).map((mode) =>
      decimalText(roundMicro(exact, mode)),
    );
    expect(rounded).toEqual([halfUp, halfEven, up, down]);
  });

  test('moves an amount by less than a micro-USD, and whole ones not at all', () => {
    const amount = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1_000_000 })).map(([n, d]) => new Fraction(n, d));
    fc.assert(
      fc.property(amount, fc.constantFrom('half-up', 'half-even', 'up', 'down'), (usd, mode) => {
        const rounded = roundMicro(usd, mode);
        expect(rounded.mul(1_000_000).d).toBe(1n);
        expect(rounded.sub(usd).abs().compare(new Fraction(1, 1_000_000))).toBeLessThan(0);
        expect(roundMicro(rounded, mode).equals(rounded)).toBe(true);
      }),
    );
  });
});

describe('decimalText', () => {
  test('writes what has no decimal text as a fraction', () => {
    expect([decimalText(new Fraction(1, 3)), decimalText(new Fraction(1, 8))]).toEqual(['1/3', '0.125']);
  });
});
