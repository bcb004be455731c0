import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

/** Takes turns at times in milliseconds; the result has the times of the turns, and the sum of the waits. */
async function turnsAt(rate: number, calls: readonly number[]) {
  let time = 0;
  let waited = 0;
  const turns: number[] = [];
  const clock = { now: () => time, wait: async (milliseconds: number) => void turns.push(time + milliseconds) };
  const count = (milliseconds: number) => {
    waited += milliseconds;
  };
  const turn = paceOf(rate, count, clock);
  for (const at of calls) {
    time = at;
    const before = turns.length;
    await turn();
    if (turns.length === before) turns.push(at);
  }
  return { turns, waited };
}

test('a burst is spread evenly, and a later call is sent at once', async () => {
  expect(await turnsAt(10, [0, 0, 0, 1000])).toEqual({ turns: [0, 100, 200, 1000], waited: 300 });
});

test('no second has more requests than the rate', async () => {
  const rates = fc.integer({ min: 1, max: 50 });
  const times = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rates, times, async (rate, calls) => {
      const { turns } = await turnsAt(
        rate,
        calls.toSorted((a, b) => a - b),
      );
      for (const [index, time] of turns.entries()) {
        const next = turns[index + rate];
        if (next !== undefined) expect(next - time).toBeGreaterThanOrEqual(1000 - 1e-6);
      }
    }),
  );
});

test('an aborted call gets no turn', async () => {
  const turn = paceOf(0.01, () => {});
  await turn();
  await expect(turn(AbortSignal.abort())).rejects.toThrow('aborted');
});
