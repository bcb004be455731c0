import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { decimalText, fromNumber, fromText, type Rounding, toMicro } from './exact.ts';

const micros = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const decimals = fc.tuple(micros, fc.nat({ max: 12 })).map(([digits, places]) => ({
  value: new Fraction(digits, 10n ** BigInt(places)),
  text: places === 0 ? String(digits) : withPoint(digits, places),
}));

function withPoint(digits: bigint, places: number): string {
  const padded = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  return `${digits < 0n ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

describe('fromText', () => {
  test('reads decimal text exactly', () => {
    fc.assert(
      fc.property(decimals, ({ value, text }) => {
        expect(fromText(text)?.equals(value)).toBe(true);
      }),
    );
  });

  test.for(['', 'a', '1.', '.5', '1,5', '0x10', '--1', 'Infinity'])('refuses %j', (text) => {
    expect(fromText(text)).toBeUndefined();
  });
});

describe('fromNumber', () => {
  test('reads a number by its shortest decimal text', () => {
    expect(fromNumber(0.1)?.equals(new Fraction(1, 10))).toBe(true);
    expect(fromNumber(1e-7)?.equals(new Fraction(1, 10_000_000))).toBe(true);
    expect(fromNumber(1e21)?.equals(new Fraction(10n ** 21n))).toBe(true);
  });

  test('distinguishes any two numbers', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, finite, (one, other) => {
        const [left, right] = [fromNumber(one), fromNumber(other)];
        expect(left && right && left.equals(right)).toBe(one === other);
      }),
    );
  });
});

describe('decimalText', () => {
  test('is the inverse of fromText', () => {
    fc.assert(
      fc.property(decimals, ({ value }) => {
        expect(fromText(decimalText(value))?.equals(value)).toBe(true);
      }),
    );
  });

  test('writes a ratio where no decimal text is exact', () => {
    expect(decimalText(new Fraction(-1, 3))).toBe('-1/3');
  });
});

describe('toMicro', () => {
  const modes = fc.constantFrom<Rounding>('half-up', 'half-even', 'up', 'down');

  test('keeps whole micro-USDC in every mode', () => {
    fc.assert(
      fc.property(micros, modes, (amount, mode) => {
        expect(toMicro(new Fraction(amount, 1_000_000n), mode)).toBe(amount);
      }),
    );
  });

  test.for([
    ['half-up', [3n, 4n, 3n, 2n]],
    ['half-even', [2n, 4n, 3n, 2n]],
    ['up', [3n, 4n, 3n, 3n]],
    ['down', [2n, 3n, 2n, 2n]],
  ] as const)('rounds by %s', ([mode, expected]) => {
    const tenths = [25n, 35n, 27n, 23n];
    expect(tenths.map((each) => toMicro(new Fraction(each, 10_000_000n), mode))).toEqual(expected);
  });

  test('stays within one micro-USDC of the exact amount', () => {
    fc.assert(
      fc.property(decimals, modes, ({ value }, mode) => {
        const off = new Fraction(toMicro(value, mode)).sub(value.mul(1_000_000)).abs();
        expect(off.lt(1)).toBe(true);
      }),
    );
  });
});
