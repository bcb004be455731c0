import { expect, test } from 'vitest';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { invariantFamily } from './invariant.ts';

const failed = referenceRule('invariant', 'job.always.failed');

testFamily(invariantFamily, [failed], [[failed.id, { job: 'wrong-status' }, /breaks the invariant/]]);

test('passes where the upstream starts at once', async () => {
  const run = referenceRun({ job: 'starts-at-once' });
  expect(await invariantFamily.check(failed, run)).toMatchObject({ verdict: 'pass' });
});
