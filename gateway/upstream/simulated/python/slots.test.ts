import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('no more run at once than there are slots, and all end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.scheduler(),
      async (count, works, scheduler) => {
        const slots = createSlots(count);
        let running = 0;
        let most = 0;
        const ends = works.map((fails) =>
          slots
            .take(async () => {
              running += 1;
              most = Math.max(most, running);
              await scheduler.schedule(Promise.resolve());
              running -= 1;
              if (fails) throw new Error('It fails.');
            })
            .then(
              () => false,
              () => true,
            ),
        );
        expect(await scheduler.waitFor(Promise.all(ends))).toEqual(works);
        expect(most).toBe(Math.min(count, works.length));
      },
    ),
  );
});
