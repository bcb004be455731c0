import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { NotTestable } from '../http/interruption.ts';
import { decimalText } from '../oracle/exact.ts';
import { changesIn, deposit, spendIn } from './balance.ts';

/** Forms of a balance: the names and paths of its numbers, their unit, and numbers or strings. */
const ways = fc.record({
  names: fc.constantFrom(
    ['available', 'spent', 'reserved'],
    ['a', 'b', 'held_amount'],
    ['left', 'recorded_spend', 'pending'],
  ),
  unit: fc.constantFrom(1, 100, 1_000, 1_000_000),
  wrap: fc.constantFrom<(figures: object) => object>(
    (figures) => figures,
    (figures) => ({ currency: 'USD', data: [figures] }),
    (figures) => ({ account: { since: '2026', limits: { calls: 1000 }, figures } }),
  ),
  write: fc.constantFrom<(text: string) => unknown>(String, Number),
});
type Way = typeof ways extends fc.Arbitrary<infer T> ? T : never;

const micro = (count: number) => new Fraction(count, 1_000_000);

function balance({ names, unit, wrap, write }: Way, spent: Fraction, aside: Fraction): object {
  const figures = [deposit.sub(spent).sub(aside), spent, aside].map((usd) => write(decimalText(usd.mul(unit))));
  return wrap(Object.fromEntries(names.map((name, index) => [name, figures[index]])));
}

describe('spendIn', () => {
  test('reads what was spent, whatever the figures are called and counted in', () => {
    const amounts = fc.integer({ min: 0, max: 500_000_000 });
    fc.assert(
      fc.property(ways, amounts, (way, spent) => {
        const read = spendIn(balance(way, micro(0), micro(0)), balance(way, micro(spent), micro(0)));
        expect(decimalText(read)).toBe(decimalText(micro(spent)));
      }),
    );
  });

  test('takes nothing that is only set aside for spent', () => {
    const amounts = fc.integer({ min: 1, max: 500_000_000 });
    fc.assert(
      fc.property(ways, amounts, (way, aside) => {
        const [first, now] = [balance(way, micro(0), micro(0)), balance(way, micro(0), micro(aside))];
        const reserved = new Set([...changesIn(first, now)].flatMap(([path, { s }]) => (s > 0n ? [path] : [])));
        expect(() => spendIn(first, now, { reserved })).toThrow(NotTestable);
      }),
    );
  });

  test.each([
    [{}, {}],
    ['12', '12'],
    [{ available: '1000' }, { available: '999' }],
    [{ available: decimalText(deposit) }, { available: '999' }],
  ])('does not guess from %j and %j', (first, now) => {
    expect(() => spendIn(first, now)).toThrow(NotTestable);
  });
});
