import { expect, test } from 'vitest';
import { agrees, judgePairs } from './pairs.ts';

test('at least 110 of the documented changes of OpenAPI descriptions are judged as their tool documents them', () => {
  const judged = judgePairs();
  expect(judged.length).toBeGreaterThanOrEqual(100);
  expect(judged.filter(agrees).length).toBeGreaterThanOrEqual(110);
  expect(judged.filter(({ ours }) => ours === 'unseen')).toEqual([]);
});
