import { describe, expect, test } from 'vitest';
import type { RuleResult } from '#conformance/report/report.ts';
import { countKept, type KeptRule, keptRules } from './kept.ts';

type Verdict = RuleResult['verdict'] | undefined;

const resultsOf = (verdict: Verdict): RuleResult[] =>
  verdict === undefined
    ? []
    : [{ rule: 'a', kind: 'request', summary: '', area: 'text', statements: [], tier: 'must', verdict }];

describe('keptRules', () => {
  test.each<[older: Verdict, newer: Verdict, keeps: KeptRule['keeps']]>([
    ['pass', 'fail', 'older'],
    ['fail', 'pass', 'newer'],
    ['pass', 'pass', 'both'],
    ['fail', 'fail', 'neither'],
    ['pass', undefined, 'older'],
    [undefined, 'pass', 'newer'],
    [undefined, 'fail', 'older'],
    ['fail', undefined, 'newer'],
    ['not-testable', 'pass', 'untried'],
    ['pass', 'error', 'untried'],
    ['fail', 'not-testable', 'untried'],
  ])('takes %s and %s for %s', (older, newer, keeps) => {
    const rules = keptRules(resultsOf(older), resultsOf(newer));
    expect(rules).toMatchObject([{ rule: 'a', verdicts: [older, newer], keeps }]);
    expect(countKept(rules)[keeps]).toBe(1);
  });
});
