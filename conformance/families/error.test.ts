import { describe, expect, test } from 'vitest';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { errorFamily } from './error.ts';

const upstreamFailed = referenceRule('error', 'small.errors.upstream-failed', {
  operation: 'small',
  subject: 'upstream-failed',
});

testFamily(
  errorFamily,
  [upstreamFailed],
  [
    [upstreamFailed.id, { failure: { status: 503 } }, /refused with 503/],
    [upstreamFailed.id, { failure: { error: 'Oops' } }, /\/error/],
    [upstreamFailed.id, { failure: { source: null } }, /X-Source is missing/],
    [upstreamFailed.id, { settles: 'on-failure' }, /was charged/],
  ],
);

describe('an error without a provocation', () => {
  const rule = referenceRule('error', 'small.errors.bad-text', { operation: 'small', subject: 'bad-text' });

  test('is read off the responses of the run', async () => {
    const run = referenceRun();
    await run.pay({ ...sampleOf(run.operation('small')), body: {} });
    const before = run.exchanges.length;
    expect(await errorFamily.check(rule, run)).toMatchObject({ verdict: 'pass' });
    expect(run.exchanges).toHaveLength(before);
  });

  test('is brought about by the usual mistakes', async () => {
    expect(await errorFamily.check(rule, referenceRun())).toMatchObject({ verdict: 'pass' });
  });

  test('is brought about by a poll that another wallet signs', async () => {
    const other = referenceRule('error', 'collect.errors.other-payer', {
      operation: 'collect',
      subject: 'other-payer',
    });
    expect(await errorFamily.check(other, referenceRun())).toMatchObject({ verdict: 'pass' });
  });
});

test('the error of a limit is judged once the limit is used up', async () => {
  const rule = referenceRule('error', 'list.errors.too-many', { operation: 'list', subject: 'too-many' });
  expect(await errorFamily.check(rule, referenceRun())).toMatchObject({ verdict: 'pass' });
  expect(await errorFamily.check(rule, referenceRun({ limit: 8 }))).toMatchObject({ verdict: 'pass' });
  await expect(errorFamily.check(rule, referenceRun({ limit: 99 }))).rejects.toThrow(NotTestable);
});
