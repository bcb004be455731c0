import { expect, test } from 'vitest';
import { firstFinding } from './first-finding.ts';

test('returns the finding of the first item, although a later one ends sooner', async () => {
  const slow = Promise.withResolvers<void>();
  const finding = firstFinding(['none', 'slow', 'soon'], async (item) => {
    if (item === 'slow') await slow.promise;
    return item === 'none' ? undefined : item;
  });
  await new Promise(setImmediate);
  slow.resolve();
  expect(await finding).toBe('slow');
});

test('throws an error only where no item before it has a finding', async () => {
  const probe = async (item: string) => {
    if (item === 'broken') throw new Error('It broke.');
    return item;
  };
  expect(await firstFinding(['found', 'broken'], probe)).toBe('found');
  await expect(firstFinding(['broken', 'found'], probe)).rejects.toThrow('It broke.');
});

test('begins no probe after a finding', async () => {
  const begun: number[] = [];
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const finding = await firstFinding(numbers, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    return item === 0 ? item : undefined;
  });
  expect(finding).toBe(0);
  expect(begun.length).toBeLessThan(20);
});
