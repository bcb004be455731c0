import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { toMicro } from '../oracle/exact.ts';
import { type Equation, someRatesFit } from './rates.ts';

/** USD per token, from a hundredth of a USD to 200 USD per million. */
const rate = fc.integer({ min: 1, max: 20_000 }).map((cents) => new Fraction(cents, 100_000_000));
const rates = fc.tuple(rate, rate);

/** Tokens in and out: a short call, and calls as long as a quarter, half and the whole of a long one. */
const short = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 20, max: 500 }));
const uses = fc
  .tuple(short, short, short, short)
  .map((counts) => counts.map(([input, output], index) => [input + 150_000 * index, output] as const));

type Use = readonly [input: number, output: number];

/** The charge for a use by a formula, in whole micro-USDC rounded up. */
function charged(usd: Fraction): Fraction {
  return new Fraction(toMicro(usd, 'up'), 1_000_000n);
}

function equation([input, output]: Use, usd: Fraction): Equation {
  return { fixed: new Fraction(0), weights: [new Fraction(input), new Fraction(output)], charged: charged(usd) };
}

describe('someRatesFit', () => {
  test('finds rates behind charges that were made by some', () => {
    fc.assert(
      fc.property(rates, uses, ([one, two], counts) => {
        expect(someRatesFit(counts.map((use) => equation(use, one.mul(use[0]).add(two.mul(use[1])))))).toBe(true);
      }),
    );
  });

  test.each<[string, (one: Fraction, two: Fraction, use: Use) => Fraction]>([
    [
      'the longest call alone costs a tenth more',
      (one, two, [input, output]) => {
        const usd = one.mul(input).add(two.mul(output));
        return input > 400_000 ? usd.mul(11).div(10) : usd;
      },
    ],
    [
      'the longest call alone is free',
      (one, two, [input, output]) => (input > 400_000 ? new Fraction(0) : one.mul(input).add(two.mul(output))),
    ],
    ['money flows back', (one, _two, [input]) => one.mul(-input)],
  ])('finds none where %s', (_, price) => {
    fc.assert(
      fc.property(rates, uses, ([one, two], counts) => {
        expect(someRatesFit(counts.map((use) => equation(use, price(one, two, use))))).toBe(false);
      }),
    );
  });
});
