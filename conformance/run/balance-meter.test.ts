import fc from 'fast-check';
import Fraction from 'fraction.js';
import { expect, test } from 'vitest';
import { createBalanceMeter } from './balance-meter.ts';

/** Calls: what each costs, and whether it is still under way when the balance is read. */
const calls = fc.array(fc.record({ cost: fc.integer({ min: 1, max: 9_999_999 }), open: fc.boolean() }), {
  minLength: 2,
  maxLength: 12,
});

const forms = fc.constantFrom<(available: number, spent: number, open: number) => object>(
  (available, spent, open) => ({ available: available / 1e6, spent: spent / 1e6, reserved: open / 1e6 }),
  (available, spent, open) => ({ data: { 'recorded spend': spent, 'open reservations': open, left: available } }),
);

test('reads what was spent under any names, while reservations come and go', () => {
  fc.assert(
    fc.property(calls, forms, (made, form) => {
      const read = createBalanceMeter();
      const all = 1_000_000_000;
      read(form(all, 0, 0), new Fraction(0));
      // A reservation that ends shows which of the figures it is.
      read(form(all - 5, 0, 5), new Fraction(5, 1e6));
      read(form(all - 5, 5, 0), new Fraction(5, 1e6));
      let spent = 5;
      for (const { cost, open } of made) {
        if (open) read(form(all - spent - cost, spent, cost), new Fraction(spent, 1e6));
        spent += cost;
        const measured = read(form(all - spent, spent, 0), new Fraction(spent, 1e6));
        expect(measured).toEqual({ spent: BigInt(spent), open: 0n });
      }
    }),
  );
});

test('gives no result where no figure falls as others rise', () => {
  const read = createBalanceMeter();
  read({ available: '10.00', plan: 1 }, new Fraction(0));
  expect(read({ available: '9.00', plan: 1 }, new Fraction(1))).toBeUndefined();
});
