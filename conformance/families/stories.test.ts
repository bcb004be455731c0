import { describe, expect, test } from 'vitest';
import type { Family, Outcome, Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Contract, Rule } from '../contract/contract.ts';
import { sampleOf } from '../requests/sample.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import type { Faults } from '../testing/reference/faults.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { errorFamily } from './error.ts';
import { invariantFamily } from './invariant.ts';
import { limitFamily } from './limit.ts';
import { protocolFamily } from './protocol.ts';
import { scenarioFamily } from './scenario.ts';
import { streamFamily } from './stream.ts';
import { transitionFamily } from './transition.ts';

function ruleOf(kind: Rule['kind'], id: string, rest: Partial<Rule> = {}): Rule {
  return {
    id,
    kind,
    tier: 'must',
    hosts: ['toll'],
    summary: '',
    level: 'controlled',
    from: [],
    status: 'stated',
    ...rest,
  };
}

/** The rules of the reference contract that are about behaviour over time, each with its family. */
const rules: readonly (readonly [Family, Rule])[] = [
  [errorFamily, ruleOf('error', 'small.errors.upstream-failed', { operation: 'small', subject: 'upstream-failed' })],
  [limitFamily, ruleOf('limit', 'limits.reads.list', { operation: 'list', subject: 'reads' })],
  [streamFamily, ruleOf('stream', 'small.stream', { operation: 'small' })],
  [transitionFamily, ruleOf('transition', 'job.start')],
  [transitionFamily, ruleOf('transition', 'job.finish')],
  [transitionFamily, ruleOf('transition', 'job.fail')],
  [transitionFamily, ruleOf('transition', 'job.stall')],
  [invariantFamily, ruleOf('invariant', 'job.always.failed')],
  [scenarioFamily, ruleOf('scenario', 'failure.free', { subject: 'failure' })],
  [scenarioFamily, ruleOf('scenario', 'failure.told', { subject: 'failure' })],
  [scenarioFamily, ruleOf('scenario', 'failure.once', { subject: 'failure' })],
  [protocolFamily, ruleOf('protocol', 'payment.challenge.required', { level: 'free' })],
];

function verdictOf(id: string, run: Run): Promise<Outcome> {
  const [family, rule] = rules.find(([, each]) => each.id === id) ?? [];
  if (!family || !rule) throw new Error(`There is no rule ${id}.`);
  return family.check(rule, run);
}

describe('the reference gateway', () => {
  test.each(rules.map(([, { id }]) => id))('keeps %s', async (id) => {
    expect(await verdictOf(id, referenceRun())).toMatchObject({ verdict: 'pass' });
  });
});

describe('a machine that several operations order and poll', () => {
  test('is judged by the one that is shown, and polled where its answer says', async () => {
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
    expect(await verdictOf('job.finish', { ...run, contract })).toMatchObject({ verdict: 'pass' });
  });
});

describe('a story that counts for a limit', () => {
  test('runs alone, because the clock is moved for it', () => {
    const run = referenceRun();
    const [limit] = run.contract.limits;
    const story = {
      id: 'reads',
      title: '',
      steps: [{ call: limit?.operations[0] ?? '' }],
      expects: [],
      from: [],
      status: 'stated' as const,
    };
    const other = { ...story, id: 'calls', steps: [{ call: 'small' }] };
    const told = { ...run, contract: { ...run.contract, scenarios: [story, other] } };
    const rule = (subject: string) => ruleOf('scenario', `${subject}.told`, { subject, level: 'free' });
    expect(scenarioFamily.alone?.(rule('reads'), told)).toBe(true);
    expect(scenarioFamily.alone?.(rule('calls'), told)).toBe(false);
  });
});

/** One fault each, the rule that has to name it, and words of its finding. */
const faults: readonly (readonly [rule: string, faults: Faults, detail: RegExp])[] = [
  ['small.errors.upstream-failed', { failure: { status: 503 } }, /refused in another way/],
  ['small.errors.upstream-failed', { failure: { error: 'Oops' } }, /\/error/],
  ['small.errors.upstream-failed', { failure: { source: null } }, /X-Source is missing/],
  ['small.errors.upstream-failed', { settles: 'on-failure' }, /was charged/],
  ['limits.reads.list', { limit: 4 }, /Call 5 of 5 allowed ones was limited/],
  ['limits.reads.list', { limit: 6 }, /Call 6: The call was served/],
  ['small.stream', { streamType: 'application/json' }, /no event stream/],
  ['small.stream', { streamEnd: 'THE END' }, /another end/],
  ['small.stream', { cut: 'silent' }, /does not end with an error event/],
  ['small.stream', { cut: 'charged' }, /was charged/],
  ['job.start', { job: 'never-starts' }, /is not running/],
  ['job.finish', { job: 'never-finishes' }, /is not done/],
  ['job.finish', { job: 'settles-racing' }, /settled 20 times/],
  ['job.finish', { job: 'forgets' }, /is not done/],
  ['job.finish', { settles: 'twice' }, /settled 2 times/],
  ['job.finish', { settles: 'never' }, /settled 0 times/],
  ['job.fail', { job: 'never-fails' }, /is not failed/],
  ['job.stall', { job: 'stalls-late' }, /is not failed/],
  ['job.always.failed', { job: 'wrong-status' }, /does not keep/],
  ['failure.free', { settles: 'on-failure' }, /Nothing settles/],
  ['failure.told', { failure: { status: 500 } }, /The answer is 502/],
  ['failure.once', { settles: 'twice' }, /The call settles once/],
  ['payment.challenge.required', { challengeStatus: 401 }, /answered 401/],
];

describe('a gateway with one fault', () => {
  test.each(faults)('breaks %s by %j', async (id, fault, detail) => {
    expect(await verdictOf(id, referenceRun(fault))).toMatchObject({
      verdict: 'fail',
      detail: expect.stringMatching(detail),
    });
  });
});

describe('a gateway whose upstream starts at once', () => {
  test.each(['job.finish', 'job.fail', 'job.stall', 'job.always.failed'])('keeps %s', async (id) => {
    expect(await verdictOf(id, referenceRun({ job: 'starts-at-once' }))).toMatchObject({ verdict: 'pass' });
  });

  test('leaves the start untested', async () => {
    await expect(verdictOf('job.start', referenceRun({ job: 'starts-at-once' }))).rejects.toThrow(NotTestable);
  });
});

test('a failed expectation tells the values it read', async () => {
  const outcome = await verdictOf('failure.told', referenceRun({ failure: { status: 500 } }));
  expect(outcome).toMatchObject({ expected: 'failed.status == 502', actual: { 'failed.status': 500 } });
});

describe('a target without a control API', () => {
  test.each(rules.map(([, { id }]) => id).filter((id) => /upstream-failed|limits|job|failure/.test(id)))(
    'leaves %s untested',
    async (id) => {
      await expect(verdictOf(id, referenceRun({}, 'paid'))).rejects.toThrow(NotTestable);
    },
  );
});

describe('an error without a provocation', () => {
  const rule = ruleOf('error', 'small.errors.bad-text', { operation: 'small', subject: 'bad-text' });

  test('is read off the answers of the run', async () => {
    const run = referenceRun();
    await run.pay({ ...sampleOf(run.operation('small')), body: {} });
    const before = run.exchanges.length;
    expect(await errorFamily.check(rule, run)).toMatchObject({ verdict: 'pass' });
    expect(run.exchanges).toHaveLength(before);
  });

  test('is brought about by the usual mistakes', async () => {
    expect(await errorFamily.check(rule, referenceRun())).toMatchObject({ verdict: 'pass' });
  });

  test('is brought about by the poll of somebody else', async () => {
    const other = ruleOf('error', 'collect.errors.other-payer', { operation: 'collect', subject: 'other-payer' });
    expect(await errorFamily.check(other, referenceRun())).toMatchObject({ verdict: 'pass' });
  });
});

test('the error of a limit is judged once the limit is used up', async () => {
  const rule = ruleOf('error', 'list.errors.too-many', { operation: 'list', subject: 'too-many' });
  expect(await errorFamily.check(rule, referenceRun())).toMatchObject({ verdict: 'pass' });
  expect(await errorFamily.check(rule, referenceRun({ limit: 8 }))).toMatchObject({ verdict: 'pass' });
  await expect(errorFamily.check(rule, referenceRun({ limit: 99 }))).rejects.toThrow(NotTestable);
});

test('a story that breaks off judges what it came to', async () => {
  const run = referenceRun({ failure: { error: '' }, paths: { '/v1/small': 500 } });
  expect(await verdictOf('failure.told', run)).toMatchObject({ verdict: 'fail' });
  expect(await verdictOf('failure.once', run)).toMatchObject({ verdict: 'error' });
});

describe('a limit of which the documents have two counts', () => {
  const limits = referenceContract.limits.map((limit) => ({ ...limit, sides: [3] }));
  const contract: Contract = { ...referenceContract, limits };

  test.each([5, 3])('may be %i', async (limit) => {
    const run = referenceRun({ limit }, 'controlled', contract);
    expect(await verdictOf('limits.reads.list', run)).toMatchObject({ verdict: 'pass' });
  });

  test('may be nothing between them', async () => {
    const run = referenceRun({ limit: 4 }, 'controlled', contract);
    expect(await verdictOf('limits.reads.list', run)).toMatchObject({ verdict: 'fail' });
  });
});

describe('a transition that a story shows', () => {
  const told = (id: string): Contract => {
    const [machine] = Object.values(referenceContract.machines);
    if (!machine) throw new Error('The reference contract has a machine.');
    const transitions = machine.transitions.map((each) => ({ ...each, shownBy: id }));
    const rules = [...referenceContract.rules, ruleOf('scenario', 'failure.told', { subject: 'failure' })];
    return { ...referenceContract, rules, machines: { [machine.id]: { ...machine, transitions } } };
  };

  test('is what the story expects', async () => {
    const contract = told('failure.told');
    expect(await verdictOf('job.start', referenceRun({}, 'controlled', contract))).toMatchObject({ verdict: 'pass' });
    const broken = referenceRun({ failure: { status: 500 } }, 'controlled', contract);
    expect(await verdictOf('job.start', broken)).toMatchObject({ verdict: 'fail' });
  });

  test('is untested on a host without the story', async () => {
    const run = referenceRun({}, 'controlled', told('other.told'));
    await expect(verdictOf('job.start', run)).rejects.toThrow(NotTestable);
  });
});

test('what does something in the world is not called at level paid', async () => {
  const operations = referenceContract.operations.map((each) => ({ ...each, irreversible: true }));
  const contract: Contract = { ...referenceContract, operations };
  const call = (run: Run) => run.pay(sampleOf(run.operation('small')));
  await expect(call(referenceRun({}, 'paid', contract))).rejects.toThrow(NotTestable);
  expect((await call(referenceRun({}, 'controlled', contract))).received.status).toBe(200);
});
