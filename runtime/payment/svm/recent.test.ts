import { expect, test } from 'vitest';
import { recentOf } from './recent.ts';

test('what was made of a text is kept until a thousand others have come, also where it is false', () => {
  const made: string[] = [];
  const isShort = recentOf((text) => {
    made.push(text);
    return text.length < 3;
  });
  expect([isShort('long'), isShort('long'), isShort('ab'), isShort('ab')]).toEqual([false, false, true, true]);
  expect(made).toEqual(['long', 'ab']);
  for (let other = 0; other < 999; other += 1) isShort(`other ${other}`);
  isShort('ab');
  expect(made).toHaveLength(1001);
  isShort('long');
  expect(made).toHaveLength(1002);
});
