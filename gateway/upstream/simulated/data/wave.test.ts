import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bars, wave } from './wave.ts';

const times = () => fc.integer({ min: 1_500_000_000, max: 2_000_000_000 });

describe('wave', () => {
  test('stays between -1 and 1, and is the same on every call', () => {
    fc.assert(
      fc.property(fc.string(), times(), (seed, at) => {
        const value = wave(seed)(at);
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(wave(seed)(at)).toBe(value);
      }),
    );
  });
});

describe('bars', () => {
  const requests = () =>
    fc.record({
      seconds: fc.constantFrom(60, 300, 3600, 86_400),
      to: times(),
      before: fc.integer({ min: -10_000, max: 9_000_000 }),
      count: fc.integer({ min: 1, max: 200 }),
      open: fc.boolean(),
    });

  test('begin on the step, one after the other, within the span and no more than requested', () => {
    fc.assert(
      fc.property(requests(), ({ seconds, to, before, count, open }) => {
        const from = to - before;
        const made = bars((at) => 100 + wave('a')(at), { seconds, to, count, ...(!open && { from }) }, 'a');
        expect(made.length).toBeLessThanOrEqual(count);
        if (open) expect(made).toHaveLength(count);
        for (const [index, { time }] of made.entries()) {
          expect(time % seconds).toBe(0);
          expect(time).toBeLessThanOrEqual(to);
          if (!open) expect(time).toBeGreaterThanOrEqual(from);
          if (index > 0) expect(time - (made[index - 1]?.time ?? 0)).toBe(seconds);
        }
      }),
    );
  });

  test('have their open and close between low and high, and each opens where the one before closed', () => {
    fc.assert(
      fc.property(times(), fc.string(), (to, seed) => {
        const made = bars((at) => 100 + 20 * wave(seed)(at), { seconds: 3600, to, count: 24 }, seed);
        for (const [index, { open, high, low, close }] of made.entries()) {
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          if (index > 0) expect(open).toBe(made[index - 1]?.close);
        }
      }),
    );
  });
});
