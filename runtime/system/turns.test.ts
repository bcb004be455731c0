import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('turns run the work of a key in order and one at a time, whatever fails', async () => {
  const work = fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), fc.scheduler(), async (works, scheduler) => {
      const inTurn = createTurns();
      const running = new Set<string>();
      const done: number[] = [];
      const ends = works.map(({ key, fails }, index) =>
        inTurn(key, async () => {
          expect(running.has(key)).toBe(false);
          running.add(key);
          await scheduler.schedule(Promise.resolve());
          running.delete(key);
          done.push(index);
          if (fails) throw new Error('It fails.');
        }).then(
          () => false,
          () => true,
        ),
      );
      expect(await scheduler.waitFor(Promise.all(ends))).toEqual(works.map(({ fails }) => fails));
      for (const key of ['a', 'b']) {
        const own = done.filter((index) => works[index]?.key === key);
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
    }),
  );
});
