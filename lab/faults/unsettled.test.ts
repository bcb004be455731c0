import { expect, test } from 'vitest';
import { faults } from './index.ts';
import { failing, judge } from './testing/judge.ts';

test.each([
  ['paid', ['search']],
  ['controlled', []],
] as const)('a wrong request that is let in costs at level %s what was charged for %o', async (level, charged) => {
  const fault = faults.find(({ name }) => name === 'accepts `max_results` of one above the maximum');
  if (!fault) throw new Error('There is no such fault.');
  const report = await judge({ ...fault, level, only: [fault.rule] });
  expect(failing(report).map(({ rule }) => rule)).toEqual([fault.rule]);
  const operations = new Set(report.settlements.map(({ operation }) => operation));
  expect([...operations].filter((operation) => operation === 'search')).toEqual(charged);
});
