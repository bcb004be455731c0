import Fraction from 'fraction.js';

const micros = new Fraction(1_000_000);
const half = new Fraction(1, 2);

/** How a price becomes whole micro-USD. */
export type Rounding = 'half-up' | 'half-even' | 'up' | 'down';

/** Rounds an exact amount of USD to whole micro-USD. */
export function roundMicro(usd: Fraction, mode: Rounding): Fraction {
  const exact = usd.mul(micros);
  const floor = exact.floor();
  const rest = exact.sub(floor);
  const order = rest.compare(half);
  const up = {
    up: rest.compare(0) > 0,
    down: false,
    'half-up': order >= 0,
    'half-even': order > 0 || (order === 0 && !floor.mod(2).equals(0)),
  };
  return (up[mode] ? floor.add(1) : floor).div(micros);
}

/** Decimal text of an amount; a fraction where no decimal text is exact. */
export function decimalText(usd: Fraction): string {
  const text = usd.toString();
  return text.includes('(') ? usd.toFraction() : text;
}
