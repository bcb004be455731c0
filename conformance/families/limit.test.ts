import { describe, expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { limitFamily } from './limit.ts';

const reads = referenceRule('limit', 'limits.reads.list', { operation: 'list', subject: 'reads' });

testFamily(
  limitFamily,
  [reads],
  [
    [reads.id, { limit: 4 }, /Call 5 of 5 allowed calls was limited/],
    [reads.id, { limit: 6 }, /Call 6: The call was served/],
  ],
);

describe('a limit of which the documents have two counts', () => {
  const limits = referenceContract.limits.map((limit) => ({ ...limit, sides: [3] }));
  const contract: Contract = { ...referenceContract, limits };

  test.each([5, 3])('passes at %i', async (limit) => {
    const run = referenceRun({ limit }, 'controlled', contract);
    expect(await limitFamily.check(reads, run)).toMatchObject({ verdict: 'pass' });
  });

  test('fails between them', async () => {
    const run = referenceRun({ limit: 4 }, 'controlled', contract);
    expect(await limitFamily.check(reads, run)).toMatchObject({ verdict: 'fail' });
  });
});

describe('a limit of more calls than are made while it is used up', () => {
  const limits = referenceContract.limits.map((limit) => ({ ...limit, count: 9 }));
  const contract: Contract = { ...referenceContract, limits };

  test.each([
    ['ends with its window', false, 'pass'],
    ['restarts with every call', true, 'fail'],
  ])('that %s', async (_, renewsLimit, verdict) => {
    const run = referenceRun({ limit: 9, renewsLimit }, 'controlled', contract);
    expect(await limitFamily.check(reads, run)).toMatchObject({ verdict });
  });
});
