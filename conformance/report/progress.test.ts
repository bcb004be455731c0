import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

test('writes a line every five seconds, and the last one once, also when verdicts are reported again', () => {
  const lines: string[] = [];
  let time = 0;
  const { update, say } = showProgress({ write: (text) => lines.push(text) }, () => time);
  for (const done of [0, 50, 99, 100, 100, 100]) {
    update({ total: 100, done, level: 'free' });
    time += 2500;
  }
  say('Waiting 8 s for `GET /v1/models`, 100 an hour');
  expect(lines).toEqual([
    'Checking 100 rules at level free\n',
    '99/100 rules checked, 0 failed\n',
    '100/100 rules checked, 0 failed\n',
    'Waiting 8 s for `GET /v1/models`, 100 an hour\n',
  ]);
});

test('a sentence replaces the line of a terminal', () => {
  let text = '';
  const output = { isTTY: true, columns: 80, write: (more: string) => (text += more) };
  const { update, say } = showProgress(output);
  update({ total: 100, done: 1, level: 'free' });
  say('Waiting 8 s');
  expect(text.endsWith('\r\u001B[2KWaiting 8 s\n')).toBe(true);
});
