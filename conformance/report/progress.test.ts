import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

test('writes a count once, also when verdicts are reported again', () => {
  const lines: string[] = [];
  const { update } = showProgress({ write: (text) => lines.push(text) });
  for (const done of [0, 50, 99, 100, 100, 100]) update({ total: 100, done, level: 'free' });
  expect(lines).toEqual([
    'Checking 100 rules at level free\n',
    '50/100 rules checked, 0 failed\n',
    '100/100 rules checked, 0 failed\n',
  ]);
});
