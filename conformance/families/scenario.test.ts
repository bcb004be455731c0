import { describe, expect, test } from 'vitest';
import { checkContext } from '../check/context.ts';
import type { Step } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { scenarioFamily } from './scenario.ts';

const free = referenceRule('scenario', 'failure.free', { subject: 'failure' });
const answered = referenceRule('scenario', 'failure.answer', { subject: 'failure' });
const once = referenceRule('scenario', 'failure.once', { subject: 'failure' });

testFamily(
  scenarioFamily,
  [free, answered, once],
  [
    [free.id, { settles: 'on-failure' }, /Nothing settles/],
    [answered.id, { failure: { status: 500 } }, /The answer is 502/],
    [once.id, { settles: 'twice' }, /The call settles once/],
  ],
);

test('a failed expectation reports the values that it read', async () => {
  const outcome = await scenarioFamily.check(answered, referenceRun({ failure: { status: 500 } }));
  expect(outcome).toMatchObject({ expected: 'failed.status == 502', actual: { 'failed.status': 500 } });
});

test('a scenario that breaks off judges the steps that it has reached', async () => {
  const run = referenceRun({ failure: { error: '' }, paths: { '/v1/small': 500 } });
  expect(await scenarioFamily.check(answered, run)).toMatchObject({ verdict: 'fail' });
  expect(await scenarioFamily.check(once, run)).toMatchObject({ verdict: 'not-testable' });
});

test('a scenario whose event is not taken judges the steps before it', async () => {
  const scenarios = referenceContract.scenarios.map((each) => {
    const events = each.expects
      .slice(0, 1)
      .map(({ must }) => ({ event: { machine: 'none', id: must, event: 'ended' } }));
    return { ...each, steps: each.steps.toSpliced(-1, 0, ...events) };
  });
  const own = referenceRun({ failure: { status: 500 } }, 'controlled', { ...referenceContract, scenarios });
  const event = () => Promise.reject(new NotTestable('means', 'There is no such job.'));
  const run = { ...own, ...(own.control && { control: { ...own.control, event } }) };
  expect(await scenarioFamily.check(answered, run)).toMatchObject({ verdict: 'fail' });
  await expect(scenarioFamily.check(once, run)).rejects.toThrow('There is no such job.');
});

test('a level without the control API judges the steps before its first use', async () => {
  const asked = { call: 'small', pay: 'none', as: 'failed' } as const;
  const scenarios = referenceContract.scenarios.map((each) => ({ ...each, steps: [asked, ...each.steps.slice(2)] }));
  const rules = [free, { ...answered, level: 'free' as const }, once];
  const run = referenceRun({}, 'free', { ...referenceContract, rules, scenarios });
  expect(await scenarioFamily.check(answered, run)).toMatchObject({ actual: { 'failed.status': 402 } });
});

describe('a scenario of one area', () => {
  const [failure] = referenceContract.scenarios;
  const areaWith = (...steps: readonly Step[]) => {
    const scenarios = failure ? [{ ...failure, steps: [...failure.steps, ...steps] }] : [];
    return scenarioFamily.area?.(free, referenceRun({}, 'controlled', { ...referenceContract, scenarios }));
  };

  test('can run beside those of other areas, unless it reaches every caller', () => {
    expect(areaWith()).toBe(referenceRun().operation('small').area);
    expect(areaWith({ advance: 60 })).toBeUndefined();
    expect(areaWith({ settlement: { outcome: 'fail' } })).toBeUndefined();
    expect(areaWith({ call: referenceContract.limits[0]?.operations[0] ?? '' })).toBeUndefined();
  });

  test('runs once beside others for all its rules, and once more alone', async () => {
    const run = referenceRun();
    const beside = { signal: new AbortController().signal, patient: false, beside: true } as const;
    for (const rule of [free, answered]) await checkContext.run(beside, () => scenarioFamily.check(rule, run));
    const { length } = run.exchanges;
    for (const rule of [free, answered]) await scenarioFamily.check(rule, run);
    expect(run.exchanges.length).toBe(2 * length);
  });
});

describe('a scenario whose calls count for a limit', () => {
  test('runs alone, because the clock is moved for it', () => {
    const run = referenceRun();
    const [limit] = run.contract.limits;
    const scenario = {
      id: 'reads',
      title: '',
      steps: [{ call: limit?.operations[0] ?? '' }],
      expects: [],
      from: [],
      status: 'stated' as const,
    };
    const other = { ...scenario, id: 'calls', steps: [{ call: 'small' }] };
    const both = { ...run, contract: { ...run.contract, scenarios: [scenario, other] } };
    const rule = (subject: string) => referenceRule('scenario', `${subject}.answer`, { subject, level: 'free' });
    expect(scenarioFamily.alone?.(rule('reads'), both)).toBe(true);
    expect(scenarioFamily.alone?.(rule('calls'), both)).toBe(false);
  });
});
