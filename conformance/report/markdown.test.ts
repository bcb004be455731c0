import { expect, test } from 'vitest';
import { fullReport } from '../testing/full-report.ts';
import { renderMarkdown } from './markdown.ts';

test('a summary of any number of long findings stays shorter than GitHub takes', () => {
  const [failed] = fullReport.results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must');
  if (!failed) throw new Error('The report has no failure.');
  const detail = '|'.repeat(1000);
  const results = Array.from({ length: 3000 }, (_, index) => ({
    ...failed,
    rule: `rule.${index}`,
    detail,
    summary: detail,
  }));
  const causes = results.map(({ rule }) => ({ rules: [rule], finding: detail }));
  const text = renderMarkdown({ ...fullReport, results, causes });
  expect(text.length).toBeLessThan(60_000);
  expect(text).toContain('### Failed rules');
  expect(text).toMatch(/… and \d+ more\./);
});

test('what was not judged follows what failed', () => {
  const titles = [...renderMarkdown(fullReport).matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles.indexOf('Not judged')).toBe(titles.indexOf('Failed rules') + 1);
});
