import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bursts } from './witnesses.ts';

const rate = fc.record({ count: fc.integer({ min: 1, max: 3 }), window: fc.integer({ min: 1, max: 4 }) });
type Rate = { readonly count: number; readonly window: number };

/** Whether calls, so many in each second, keep a rate in every window. */
const keeps = (calls: readonly number[], { count, window }: Rate) =>
  calls.every((_, start) => calls.slice(start, start + window).reduce((sum, each) => sum + each, 0) <= count);

/** Every way to call at most three times in each of so many seconds. */
const schedules = (seconds: number): number[][] =>
  seconds === 0 ? [[]] : schedules(seconds - 1).flatMap((calls) => [0, 1, 2, 3].map((each) => [...calls, each]));

test('bursts are found exactly where some calls keep the one rate and not the other', () => {
  fc.assert(
    fc.property(rate, rate, (serving, refusing) => {
      const found = bursts(serving, refusing);
      const isThere = schedules(refusing.window).some((calls) => keeps(calls, serving) && !keeps(calls, refusing));
      expect(found !== undefined).toBe(isThere);
      if (!found) return;
      const calls = Array.from({ length: 1 + (found.at(-1)?.at ?? 0) }, () => 0);
      for (const burst of found) calls[burst.at] = burst.calls;
      expect([keeps(calls, serving), keeps(calls, refusing)]).toEqual([true, false]);
    }),
  );
});
