import { describe, expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { invariantFamily, transitionFamily } from './machine.ts';

const failed = referenceRule('invariant', 'job.always.failed');

testFamily(invariantFamily, [failed], [[failed.id, { job: 'wrong-status' }, /breaks the invariant/]]);

test('passes where the upstream starts at once', async () => {
  const run = referenceRun({ job: 'starts-at-once' });
  expect(await invariantFamily.check(failed, run)).toMatchObject({ verdict: 'pass' });
});

const start = referenceRule('transition', 'job.start');

const finish = referenceRule('transition', 'job.finish');

const fail = referenceRule('transition', 'job.fail');

const stall = referenceRule('transition', 'job.stall');

testFamily(
  transitionFamily,
  [start, finish, fail, stall],
  [
    [start.id, { job: 'never-starts' }, /is not running/],
    [finish.id, { job: 'never-finishes' }, /is not done/],
    [finish.id, { job: 'settles-racing' }, /settled 20 times/],
    [finish.id, { job: 'forgets' }, /is not done/],
    [finish.id, { settles: 'twice' }, /settled 2 times/],
    [finish.id, { settles: 'never' }, /settled 0 times/],
    [fail.id, { job: 'never-fails' }, /is not failed/],
    [stall.id, { job: 'stalls-late' }, /is not failed/],
  ],
);

describe('a machine that several operations create and poll', () => {
  test('is judged by the one that is shown, and polled where its response says', async () => {
    const run = referenceRun();
    const others = run.contract.operations
      .filter(({ machine }) => machine)
      .map((operation) => ({
        ...operation,
        id: `a-${operation.id}`,
        path: operation.method === 'GET' ? '/{id}' : '/other',
        template: operation.method === 'GET' ? '/{id}' : '/other',
        ...(operation.body && { body: { ...operation.body, status: 'unknown' as const } }),
      }));
    const contract = { ...run.contract, operations: [...others, ...run.contract.operations] };
    expect(await transitionFamily.check(finish, { ...run, contract })).toMatchObject({ verdict: 'pass' });
  });
});

describe('a gateway whose upstream starts at once', () => {
  test.each([finish, fail, stall])('passes $id', async (rule) => {
    expect(await transitionFamily.check(rule, referenceRun({ job: 'starts-at-once' }))).toMatchObject({
      verdict: 'pass',
    });
  });

  test('leaves the start untested', async () => {
    await expect(transitionFamily.check(start, referenceRun({ job: 'starts-at-once' }))).rejects.toThrow(NotTestable);
  });
});

describe('a transition that a scenario shows', () => {
  const shownBy = (id: string): Contract => {
    const [machine] = Object.values(referenceContract.machines);
    if (!machine) throw new Error('The reference contract has a machine.');
    const transitions = machine.transitions.map((each) => ({ ...each, shownBy: id }));
    const rules = [...referenceContract.rules, referenceRule('scenario', 'failure.answer', { subject: 'failure' })];
    return { ...referenceContract, rules, machines: { [machine.id]: { ...machine, transitions } } };
  };

  test('has the verdict of that expectation', async () => {
    const contract = shownBy('failure.answer');
    const right = referenceRun({}, 'controlled', contract);
    expect(await transitionFamily.check(start, right)).toMatchObject({ verdict: 'pass' });
    const wrong = referenceRun({ failure: { status: 500 } }, 'controlled', contract);
    expect(await transitionFamily.check(start, wrong)).toMatchObject({ verdict: 'fail' });
  });

  test('is untested on a host without the scenario', async () => {
    const run = referenceRun({}, 'controlled', shownBy('other.answer'));
    await expect(transitionFamily.check(start, run)).rejects.toThrow(NotTestable);
  });
});
