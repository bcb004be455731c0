import { expect, test } from 'vitest';
import { statedIn } from './limits.ts';

test.each([
  [{ 'x-ratelimit-limit': '60' }, { count: 60 }],
  [{ 'ratelimit-limit': '100, 100;w=60' }, { count: 100 }],
  [{ 'ratelimit-policy': '100;w=60' }, { count: 100, window: 60 }],
  [{ 'ratelimit-policy': '"default";q=50;w=3600' }, { count: 50, window: 3600 }],
  [{ 'x-ratelimit-limit': 'many' }, undefined],
  [{}, undefined],
])('the limit in %j is %j', (headers, limit) => {
  expect(statedIn(headers)).toEqual(limit);
});
