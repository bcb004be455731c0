import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { causesOf } from './causes.ts';
import type { RuleResult } from './report.ts';

function failed(rule: string, own: Partial<RuleResult>): RuleResult {
  const base = { kind: 'protocol', summary: 'A rule', area: 'text', tier: 'must', verdict: 'fail' } as const;
  return { ...base, rule, statements: [], ...own };
}

const amounts = { detail: 'The quoted amount does not match.', at: '/accepts/0/amount' };
const crash = {
  request: { method: 'POST', url: 'http://127.0.0.1/v1/chat?x=1', headers: {} },
  answer: { status: 500, headers: {}, body: '' },
};

describe('causesOf', () => {
  test('joins prices that are wrong by the same factor or the same amount, and no others', () => {
    const causes = causesOf([
      failed('a.price', { ...amounts, operation: 'a', expected: '1000', actual: '2000' }),
      failed('b.price', { ...amounts, operation: 'b', expected: '300', actual: '600' }),
      failed('c.price', { ...amounts, operation: 'c', expected: '300', actual: '1300' }),
      failed('d.price', { ...amounts, operation: 'd', expected: '300', actual: '307' }),
    ]);
    expect(causes.map(({ rules }) => rules)).toEqual([['a.price', 'b.price', 'c.price'], ['d.price']]);
  });

  test('joins what one crashing request shows, and rules of the same statements', () => {
    const causes = causesOf([
      failed('a', { detail: 'Not served.', exchange: crash }),
      failed('b', { detail: 'The header is missing.', exchange: crash, statements: ['core-001'] }),
      failed('c', { detail: 'Other words.', statements: ['core-001'] }),
      failed('d', { detail: 'Other words still.', statements: ['core-002'] }),
    ]);
    expect(causes.map(({ rules }) => rules)).toEqual([['a', 'b', 'c'], ['d']]);
    expect(causes[0]?.finding).toBe('Not served.');
  });

  test('joins the same finding about several operations', () => {
    const found = (operation: string) => failed(`${operation}.x`, { detail: `${operation} settled 2 times for "p1".` });
    expect(causesOf([found('make-forecast'), found('bake'), found('make-bread')])).toHaveLength(1);
  });

  test('has each failed rule in one cause, whatever their order', () => {
    const result = fc.record({
      detail: fc.constantFrom('One.', 'Two.'),
      expected: fc.constantFrom(1, 2, 'x'),
      actual: fc.constantFrom(2, 4, 'y'),
      statements: fc.subarray(['core-001', 'core-002'], { maxLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 12 }), (drawn) => {
        const all = drawn.map((own, index) => failed(`rule-${index}`, own));
        const sets = (results: readonly RuleResult[]) =>
          causesOf(results)
            .map(({ rules }) => rules.toSorted().join())
            .toSorted();
        expect(
          causesOf(all)
            .flatMap(({ rules }) => rules)
            .toSorted(),
        ).toEqual(all.map(({ rule }) => rule).toSorted());
        expect(sets(all.toReversed())).toEqual(sets(all));
      }),
    );
  });
});
