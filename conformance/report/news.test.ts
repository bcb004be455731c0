import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullReport } from '../testing/full-report.ts';
import { renderNews } from './news-text.ts';
import { exitCodeOfNews, type News, newsOf } from './news.ts';
import type { ReportVerdict, RuleResult } from './report.ts';

const verdicts: readonly ReportVerdict[] = ['pass', 'fail', 'known', 'info', 'not-testable', 'error'];

/** A result that reports show with this verdict. */
function result(verdict: ReportVerdict, rule = 'a'): RuleResult {
  const shown = { rule, kind: 'protocol', summary: 'It holds', area: '', statements: [] } as const;
  if (verdict === 'known') return { ...shown, tier: 'must', verdict: 'fail', known: 'since May' };
  if (verdict === 'info') return { ...shown, tier: 'info', verdict: 'fail' };
  return { ...shown, tier: 'must', verdict };
}

const since = '2026-01-01T00:00:00.000Z';
const between = (before: readonly RuleResult[], now: readonly RuleResult[]) =>
  newsOf({ started: since, results: [...before] }, { results: now });

/** The lists of news that have a rule. */
function listsOf({ failing, passing, unjudged }: News): string[] {
  return Object.entries({ failing, passing, unjudged }).flatMap(([name, rules]) => rules.map(() => name));
}

describe('newsOf', () => {
  const rows = verdicts.flatMap((from) => verdicts.map((to) => [from, to] as const));
  const expected = (from: ReportVerdict, to: ReportVerdict): string[] => {
    const isOpen = (verdict: ReportVerdict) => verdict === 'not-testable' || verdict === 'error';
    if (from === to) return [];
    if (to === 'fail') return ['failing'];
    if (to === 'pass') return ['passing'];
    return isOpen(to) && !isOpen(from) ? ['unjudged'] : [];
  };

  test.each(rows)('%s to %s', (from, to) => {
    expect(listsOf(between([result(from)], [result(to)]))).toEqual(expected(from, to));
  });

  test.each(verdicts)('a new rule with verdict %s is news only if it fails', (to) => {
    expect(listsOf(between([], [result(to)]))).toEqual(to === 'fail' ? ['failing'] : []);
  });

  test('has nothing between two equal runs, in whatever order', () => {
    const runs = fc.uniqueArray(fc.tuple(fc.string(), fc.constantFrom(...verdicts)), { selector: ([rule]) => rule });
    fc.assert(
      fc.property(runs, (rules) => {
        const results = rules.map(([rule, verdict]) => result(verdict, rule));
        expect(listsOf(between(results, results.toReversed()))).toEqual([]);
      }),
    );
  });
});

test.each([
  ['pass', 'fail', 1],
  ['pass', 'error', 2],
  ['fail', 'pass', 0],
  ['fail', 'fail', 0],
] as const)('a run from %s to %s has its exit code by news', (from, to, code) => {
  expect(exitCodeOfNews(between([result(from)], [result(to)]))).toBe(code);
});

describe('renderNews', () => {
  const report = { ...fullReport, started: '2026-01-01T01:00:00.000Z' };

  test('is empty without news', () => {
    expect(renderNews(between([result('fail')], [result('fail')]), report)).toBe('');
  });

  test('lists what changed, and how a failure is repeated', () => {
    const failed = { ...result('fail'), detail: 'It does not\u001b hold.', repeat: 'npx tollwright conform …' };
    const news = between([result('fail', 'b')], [failed, result('pass', 'b')]);
    expect(renderNews(news, report)).toBe(
      [
        `${report.target.url} (lab) at 2026-01-01 01:00 UTC: 1 rule began to fail, 1 rule passes again since 2026-01-01 00:00 UTC`,
        '  fails  a  It does not\\u001b hold.',
        '    repeat  npx tollwright conform …',
        '  passes  b  It holds',
        '',
      ].join('\n'),
    );
  });

  test('stays short when a whole run passes again', () => {
    const all = (verdict: ReportVerdict) => Array.from({ length: 2000 }, (_, index) => result(verdict, `r${index}`));
    const text = renderNews(between(all('fail'), all('pass')), report);
    expect(text).toContain('2000 rules pass again');
    expect(text).toContain('passes  1980 more');
    expect(text.split('\n')).toHaveLength(23);
  });

  test.each([
    ['fail', 'fails'],
    ['error', 'not judged'],
  ] as const)('says once what is the same of many rules with verdict %s', (verdict, word) => {
    const all = (now: ReportVerdict) =>
      ['a', 'b', 'c'].map((rule) => ({ ...result(now, rule), detail: 'It is down.' }));
    const text = renderNews(between(all('pass'), all(verdict)), report);
    expect(text.split('\n').slice(1)).toEqual([`  ${word}  a and 2 more  It is down.`, '']);
  });
});
