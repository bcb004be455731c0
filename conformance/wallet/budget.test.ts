import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CapReached } from '../http/interruption.ts';
import { Budget } from './budget.ts';

describe('Budget', () => {
  test('never lets spent and held together exceed the cap, in any order of events', () => {
    const micro = fc.bigInt({ min: 0n, max: 100n });
    const steps = fc.array(fc.record({ amount: micro, act: fc.constantFrom('hold', 'release', 'spend') }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(micro, steps, (cap, all) => {
        const budget = new Budget(cap);
        const open: bigint[] = [];
        for (const { amount, act } of all) {
          const held = act === 'hold' ? undefined : open.pop();
          if (held !== undefined) budget[act === 'spend' ? 'spend' : 'release'](held);
          else if (amount > 0n && budget.spent + budget.held + amount > cap)
            expect(() => budget.hold(amount)).toThrow(CapReached);
          else {
            budget.hold(amount);
            open.push(amount);
          }
          expect(budget.spent + budget.held <= cap).toBe(true);
        }
      }),
    );
  });
});
