import { expect, test } from 'vitest';
import { RecentSet } from './recent-set.ts';

test('a set keeps the texts that were added last', () => {
  const set = new RecentSet(2);
  for (const text of ['a', 'b', 'a', 'c']) set.add(text);
  expect(['a', 'b', 'c'].filter((text) => set.has(text))).toEqual(['a', 'c']);
  set.delete('a');
  expect(set.has('a')).toBe(false);
});
