import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

test('a count is told once, however often verdicts are told again', () => {
  const lines: string[] = [];
  const { tell } = showProgress({ write: (text) => lines.push(text) });
  for (const done of [0, 50, 99, 100, 100, 100]) tell({ total: 100, done, level: 'free' });
  expect(lines).toEqual([
    'Judging 100 rules at level free\n',
    '50/100 rules judged, 0 broken\n',
    '100/100 rules judged, 0 broken\n',
  ]);
});
