/** Exact decimals: conversion of text and JSON numbers to fractions, and of USD to micro-USDC. */

import Fraction from 'fraction.js';

/** How a price becomes a whole number of micro-USDC. */
export type Rounding = 'half-up' | 'half-even' | 'up' | 'down';

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const micros = new Fraction(1_000_000);
const half = new Fraction(1, 2);

/** True for text that denotes a plain decimal number, such as `0.02625`. */
export function isDecimalText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** The exact value of decimal text, an exponent included; `undefined` for any other text. */
export function fromText(text: string): Fraction | undefined {
  const parts = decimal.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', digits = '', exponent = '0'] = parts;
  const scale = Number(exponent) - digits.length;
  const value = BigInt(`${sign}${whole}${digits}`);
  return scale < 0 ? new Fraction(value, 10n ** BigInt(-scale)) : new Fraction(value * 10n ** BigInt(scale), 1n);
}

/** The exact value of the shortest decimal text of a JSON number: `0.1` is a tenth. */
export function fromNumber(value: number): Fraction | undefined {
  return fromText(String(value));
}

/** The whole micro-USDC nearest to an amount of USD by the given rounding. */
export function toMicro(usd: Fraction, rounding: Rounding): bigint {
  const exact = usd.mul(micros);
  const down = exact.floor();
  const rest = exact.sub(down);
  const floor = down.s * down.n;
  if (rest.equals(0)) return floor;
  if (rounding === 'down') return floor;
  if (rounding === 'up') return floor + 1n;
  const order = rest.compare(half);
  if (order !== 0) return order < 0 ? floor : floor + 1n;
  if (rounding === 'half-up') return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

/** Decimal text of a fraction; `numerator/denominator` where no decimal text is exact. */
export function decimalText(value: Fraction): string {
  let rest = value.d;
  let places = 0;
  for (const factor of [2n, 5n]) {
    let power = 0;
    while (rest % factor === 0n) {
      rest /= factor;
      power += 1;
    }
    places = Math.max(places, power);
  }
  if (rest !== 1n) return value.toFraction();
  const sign = value.s < 0n ? '-' : '';
  const digits = ((value.n * 10n ** BigInt(places)) / value.d).toString().padStart(places + 1, '0');
  if (places === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
