import { expect, test } from 'vitest';
import { type Clock, repeated } from './repeated.ts';

/** Runs work that takes the given times, and returns the start of each run and what `repeated` returns. */
async function startsOf(every: number, times: readonly number[]) {
  const controller = new AbortController();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
  };
  const starts: number[] = [];
  const work = async () => {
    starts.push(now);
    now += times[starts.length - 1] ?? 0;
    if (starts.length === times.length) controller.abort();
    return starts.length;
  };
  return { result: await repeated(every, work, controller.signal, clock), starts };
}

test('starts at equal distances, whatever the work takes', async () => {
  expect(await startsOf(100, [10, 99, 0])).toEqual({ result: 3, starts: [0, 100, 200] });
});

test('starts at once after work that took longer', async () => {
  expect(await startsOf(100, [250, 10, 10])).toEqual({ result: 3, starts: [0, 250, 350] });
});

test('waits no more once it is stopped', async () => {
  const controller = new AbortController();
  const runs = repeated(3_600_000, async () => 'done', controller.signal);
  setImmediate(() => controller.abort());
  expect(await runs).toBe('done');
});
