import { expect, test } from 'vitest';
import { preferredOf } from './accept.ts';

const types = ['application/json', 'image/png', 'image/webp'] as const;

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'image/png'],
  ['IMAGE/*', 'image/png'],
  ['image/*, image/png;q=0', 'image/webp'],
  ['application/json;q=0.3, image/webp; q=0.9, image/png;q=0.5', 'image/webp'],
  ['text/html, */*;q=0.1', 'application/json'],
  ['text/html', 'application/json'],
  ['image/png;q=none', 'application/json'],
])('the header %j prefers %s', (accept, wanted) => {
  expect(preferredOf([...types], accept)).toBe(wanted);
});
