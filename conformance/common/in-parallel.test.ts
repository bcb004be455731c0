import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('keeps the order of the items and works on at most so many at a time', async () => {
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  let working = 0;
  let most = 0;
  const all = inParallel([0, 1, 2, 3, 4], 2, async (item) => {
    working += 1;
    most = Math.max(most, working);
    await gates[item]?.promise;
    working -= 1;
    return item * 10;
  });
  for (const gate of gates.toReversed()) {
    await new Promise(setImmediate);
    gate.resolve();
  }
  expect(await all).toEqual([0, 10, 20, 30, 40]);
  expect(most).toBe(2);
});

test('rejects with the first error, when the calls under way are done', async () => {
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const all = inParallel(['slow', 'broken', 'never'], 2, async (item) => {
    if (item === 'broken') throw new Error('It broke.');
    if (item === 'slow') await slow.promise;
    done.push(item);
  });
  slow.resolve();
  await expect(all).rejects.toThrow('It broke.');
  expect(done).toEqual(['slow']);
});
