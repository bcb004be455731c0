import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallest } from './group-trial.ts';

test('leaves the items that matter, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.nat(),
      async (items, one, two) => {
        const culprits = items.filter((_, index) => index === one % items.length || index === two % items.length);
        const found = await smallest(items, async (some) => culprits.every((item) => some.includes(item)));
        expect(found).toEqual(culprits);
      },
    ),
  );
});

test('needs few trials where one of many items matters', async () => {
  let trials = 0;
  const items = Array.from({ length: 80 }, (_, index) => index);
  await smallest(items, async (some) => {
    trials += 1;
    return some.includes(57);
  });
  expect(trials).toBeLessThan(20);
});
