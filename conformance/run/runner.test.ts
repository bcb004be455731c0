import { describe, expect, test, vi } from 'vitest';
import { checkContext } from '../check/context.ts';
import type { Family } from '../check/family.ts';
import { observe } from '../check/observation.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import { families } from '../families/index.ts';
import { NoResponse, NotTestable, PaymentPostponed, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { connectControl } from '../target/control-client.ts';
import { labContract } from '../testing/lab-contract.ts';
import { createLabControl, labToken } from '../testing/lab-control.ts';
import { createLabRun } from '../testing/lab-run.ts';
import { type RunnerParts, runChecks } from './runner.ts';

const pass: Outcome = { verdict: 'pass' };

function rule(id: string, part: Partial<Rule> = {}): Rule {
  const [first] = labContract.rules;
  if (!first) throw new Error('The contract of the tests has rules.');
  return { ...first, id, ...part };
}

/** Judges rules with one check for all kinds and returns the outcomes in their order. */
async function run(
  rules: readonly Rule[],
  check: (rule: Rule, run: Run) => Promise<Outcome>,
  parts: Partial<RunnerParts> & Pick<Family, 'alone' | 'area' | 'whole'> = {},
) {
  const seeing: Family['check'] = async (each, target) => {
    const outcome = await check(each, target);
    if (outcome.verdict === 'pass') observe(createExchange());
    return outcome;
  };
  const family: Family = { ...parts, kind: 'protocol', check: seeing };
  const outcomes: Record<string, string> = {};
  const { partial: reason } = await runChecks(rules, {
    run: createLabRun('http://127.0.0.1:1', 0n),
    families: { protocol: family, limit: family, request: family, response: family },
    control: {},
    funded: false,
    timeout: 1000,
    fresh: async () => {},
    alive: async () => true,
    onResult: ({ id }, outcome) => {
      outcomes[id] = `${outcome.verdict}${'detail' in outcome ? `: ${outcome.detail}` : ''}`;
    },
    ...parts,
  });
  return { outcomes, reason };
}

describe('judgeAll', () => {
  test.each(Object.keys(families) as RuleKind[])(
    'refuses a pass of a %s rule that has seen no response',
    async (kind) => {
      const verdicts: string[] = [];
      const passing: Family = { kind, check: async () => pass };
      await runChecks([rule('unseen', { kind })], {
        run: createLabRun('http://127.0.0.1:1', 0n),
        families: { [kind]: passing },
        control: {},
        funded: false,
        timeout: 1000,
        fresh: async () => {},
        alive: async () => true,
        onResult: (_, outcome) => verdicts.push(`${outcome.verdict}: ${'detail' in outcome ? outcome.detail : ''}`),
      });
      expect(verdicts).toEqual(['error: The check passed without having seen any response.']);
    },
  );

  test('shows the responses that a pass stands on, those that checks share among them', async () => {
    const once = oncePerRun(async () => observe(createExchange()));
    const seen: unknown[] = [];
    const check = async (_: Rule, target: Run) => {
      await once(target);
      return pass;
    };
    await runChecks([rule('one'), rule('other')], {
      run: createLabRun('http://127.0.0.1:1', 0n),
      families: { protocol: { kind: 'protocol', check } },
      control: {},
      funded: false,
      timeout: 1000,
      fresh: async () => {},
      alive: async () => true,
      onResult: (_, outcome) => seen.push('observed' in outcome && outcome.observed),
    });
    expect(seen).toEqual(Array.from({ length: 2 }, () => ({ requests: 1, responses: { 500: 1 } })));
  });

  test('turns every end of a check into its verdict', async () => {
    const ends: Record<string, () => Promise<Outcome>> = {
      passes: async () => pass,
      lacks: () => Promise.reject(new NotTestable('means', 'No need is met.')),
      surprised: () => Promise.reject(new UnexpectedResponse('It said 500.', createExchange())),
      unanswered: () => Promise.reject(new NoResponse('No connection.')),
      breaks: () => Promise.reject(new TypeError('x is not a function')),
      hangs: () => new Promise(() => {}),
    };
    const { outcomes } = await run(
      Object.keys(ends).map((id) => rule(id)),
      ({ id }) => ends[id]?.() ?? Promise.resolve(pass),
      { timeout: 200 },
    );
    expect(outcomes).toEqual({
      passes: 'pass',
      lacks: 'not-testable: No need is met.',
      surprised: 'error: The target probably crashed: GET / returned 500. It said 500.',
      unanswered: 'error: No connection.',
      breaks: 'error: The check itself threw an error: x is not a function',
      hangs: 'error: The check timed out after 0.2 s.',
    });
  });

  test('runs unpaid checks in parallel, then paid ones, those that change the target, limits, and what is read off all last', async () => {
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const rules = [
      rule('whole', { level: 'paid' }),
      rule('limit', { kind: 'limit' }),
      rule('changes', { level: 'paid' }),
      rule('pays', { level: 'paid' }),
      ...Array.from({ length: 20 }, (_, index) => rule(`asks-${index}`)),
    ];
    const sees = async ({ id }: Rule) => {
      running += 1;
      most = Math.max(most, running);
      if (!id.startsWith('asks')) expect(running).toBe(1);
      await new Promise(setImmediate);
      order.push(id);
      running -= 1;
      return pass;
    };
    const parts = {
      alone: ({ id }: Rule) => id === 'changes',
      whole: ({ id }: Rule) => id === 'whole',
      fresh: async () => void order.push('fresh'),
    };
    await run(rules, sees, parts);
    expect(most).toBe(8);
    expect(order.slice(20)).toEqual(['pays', 'changes', 'fresh', 'limit', 'whole']);

    order.length = 0;
    const control = await connectControl(createLabControl([]), labToken, 'http://127.0.0.1');
    await run(rules.slice(0, 4), sees, { ...parts, run: { ...createLabRun('http://127.0.0.1:1', 0n), control } });
    expect(order).toEqual(['pays', 'whole', 'changes', 'fresh', 'limit']);
  });

  test('runs checks of several areas at the same time, and those that do not pass again alone', async () => {
    const order: string[] = [];
    const running = new Set<string>();
    const control = await connectControl(createLabControl([]), labToken, 'http://127.0.0.1');
    const areaOf = (id: string) => (id === 'changes' ? undefined : id.split('-')[0]);
    const ids = ['images-1', 'images-2', 'phone-1', 'phone-fails', 'changes'];
    const { outcomes } = await run(
      ids.map((id) => rule(id, { level: 'paid' })),
      async ({ id }) => {
        const area = areaOf(id) ?? '';
        expect(running.has(area)).toBe(false);
        running.add(area);
        await new Promise(setImmediate);
        order.push([...running].sort().join('+'));
        running.delete(area);
        const isFirst = !order.includes('fresh');
        return id === 'phone-fails' ? { verdict: 'fail', detail: isFirst ? 'Beside others.' : 'Alone.' } : pass;
      },
      {
        alone: () => true,
        area: ({ id }) => areaOf(id),
        fresh: async () => void order.push('fresh'),
        run: { ...createLabRun('http://127.0.0.1:1', 0n), control },
      },
    );
    expect(order.slice(0, 2)).toEqual(['', 'images+phone']);
    expect(order.indexOf('fresh')).toBe(5);
    expect(outcomes).toMatchObject({
      changes: 'pass',
      'images-1': 'pass',
      'phone-1': 'pass',
      'phone-fails': 'fail: Alone.',
    });
  });

  test('pays only after all that needs no payment, and puts off a check that turns out to need one', async () => {
    const order: string[] = [];
    const rules = [
      rule('pays', { level: 'paid' }),
      rule('changes', { level: 'free' }),
      rule('undecided'),
      ...Array.from({ length: 9 }, (_, index) => rule(`asks-${index}`)),
    ];
    const { outcomes } = await run(
      rules,
      async ({ id }) => {
        await new Promise(setImmediate);
        if (id === 'undecided' && !order.includes('control')) throw new PaymentPostponed('It has to pay.');
        order.push(id);
        return pass;
      },
      {
        alone: ({ id }) => id === 'changes',
        pay: async () => {
          order.push('control');
          return {};
        },
      },
    );
    expect(order.slice(-4)).toEqual(['changes', 'control', 'pays', 'undecided']);
    expect(Object.values(outcomes)).toEqual(Array(rules.length).fill('pass'));
  });

  describe.each([
    { made: 'can be made to fail', refused: [], paid: 'unsettled', said: ['succeed', 'fail', 'succeed'] },
    { made: 'turn out not to fail', refused: ['fail'], paid: undefined, said: ['succeed', 'fail'] },
    { made: 'cannot be restored', refused: ['succeed'], paid: undefined, said: ['succeed'] },
  ])('where settlements $made', ({ refused, paid, said }) => {
    test('paid checks run as settlements allow, and settlements are restored', async () => {
      const settled: string[] = [];
      const payings: unknown[] = [];
      const control = {
        ...(await connectControl(createLabControl(['settlement']), labToken, 'http://127.0.0.1')),
        settlement: async (outcome: string) => {
          settled.push(outcome);
          if (refused.some((each) => each === outcome)) throw new NotTestable('means', `It takes no ${outcome}.`);
        },
      };
      const parts = { run: { ...createLabRun('http://127.0.0.1:1', 0n, { level: 'controlled' }), control } };
      await run(
        [rule('undecided', { kind: 'request' })],
        async () => {
          const { paying } = checkContext.getStore() ?? {};
          if (paying === 'nothing') throw new PaymentPostponed('It has to pay.');
          payings.push(paying);
          return pass;
        },
        parts,
      );
      expect({ payings, settled }).toEqual({ payings: [paid], settled: said });
    });
  });

  test('pays nothing where no rule needs a payment', async () => {
    const pay = vi.fn(async () => ({}));
    await run([rule('asks')], async () => pass, { pay });
    expect(pay).not.toHaveBeenCalled();
  });

  test('ends when it is stopped: with the verdicts so far, and with the check under way aborted', async () => {
    const stop = new AbortController();
    const rules = [
      rule('first', { level: 'paid' }),
      rule('second', { level: 'paid' }),
      rule('third', { level: 'paid' }),
    ];
    const { outcomes, reason } = await run(
      rules,
      ({ id }) => {
        if (id === 'first') return Promise.resolve(pass);
        stop.abort();
        return new Promise(() => {});
      },
      { stop: stop.signal },
    );
    expect(outcomes).toEqual({
      first: 'pass',
      second: 'error: The run was stopped during this check.',
      third: 'error: Not judged: it was stopped.',
    });
    expect(reason).toBe('The run is incomplete: it was stopped.');
  });

  test('repeats a failure, and reports one that is not seen again as inconclusive', async () => {
    const seen = new Map<string, number>();
    const { outcomes } = await run([rule('always'), rule('once'), rule('sometimes')], async ({ id }) => {
      const time = (seen.get(id) ?? 0) + 1;
      seen.set(id, time);
      const fails = id === 'always' || time === 1 || (id === 'sometimes' && time === 3);
      return fails ? { verdict: 'fail', detail: `Seen at try ${time}.` } : pass;
    });
    expect(outcomes).toEqual({
      always: 'fail: Seen at try 2.',
      once: 'error: Failed once and passed in 2 repetitions: Seen at try 1. {}',
      sometimes: 'fail: Seen at try 3.',
    });
  });

  test('calls the operation of a failure before the last repetition: the target may answer from what it remembers', async () => {
    const lab = createLabRun('http://127.0.0.1:1', 0n);
    const invocation = sampleOf(lab.operation('list-stations'));
    const exchange = createExchange();
    let remembers = true;
    const send = async () => {
      remembers = true;
      return exchange;
    };
    const parts = { run: { ...lab, send, exchanges: [{ operation: 'list-stations', invocation, exchange }] } };
    const check = async () => {
      const outcome: Outcome = remembers ? { verdict: 'fail', detail: 'Seen.', exchange } : pass;
      remembers = false;
      return outcome;
    };
    expect(await run([rule('remembered')], check, parts)).toMatchObject({ outcomes: { remembered: 'fail: Seen.' } });
  });

  test('judges no rule that the documents leave open, that is unobservable, or that needs a higher level', async () => {
    const { outcomes } = await run(
      [
        rule('open', { tier: 'none' }),
        rule('hidden', { unobservable: 'It happens inside.' }),
        rule('scripted', { level: 'controlled' }),
        rule('unwritten', { kind: 'stream' }),
      ],
      async () => pass,
    );
    expect(outcomes).toEqual({
      open: 'not-testable: The documents leave it open.',
      hidden: 'not-testable: It happens inside.',
      scripted: 'not-testable: It needs the control API (level controlled).',
      unwritten: 'error: Rules of kind stream have no check.',
    });
  });

  test('reads rules off responses once more when all of them are there', async () => {
    let answered = false;
    const rules = [
      rule('seen-late', { kind: 'response' }),
      rule('broken-late', { kind: 'response' }),
      rule('pays', { level: 'paid' }),
    ];
    const { outcomes } = await run(rules, async ({ id }) => {
      if (id === 'pays') answered = true;
      if (id === 'seen-late' && !answered) throw new NotTestable('means', 'No answer was seen.');
      return id === 'broken-late' && answered ? { verdict: 'fail', detail: 'It breaks.' } : pass;
    });
    expect(outcomes).toEqual({ 'seen-late': 'pass', 'broken-late': 'fail: It breaks.', pays: 'pass' });
  });

  test('resets the target after a check that changed it and did not pass', async () => {
    const order: string[] = [];
    const rules = [rule('kept', { level: 'controlled' }), rule('broken', { level: 'controlled' })];
    await run(
      rules,
      async ({ id }) => {
        order.push(id);
        return id === 'kept' ? pass : { verdict: 'fail', detail: 'It breaks.' };
      },
      {
        run: createLabRun('http://127.0.0.1:1', 0n, { level: 'controlled' }),
        fresh: async () => void order.push('fresh'),
      },
    );
    expect(order).toEqual(['kept', 'broken', 'fresh', 'broken', 'fresh']);
  });

  test('reports once that no valid payment is served, and judges nothing else that pays', async () => {
    const accepted = 'payment.accepted.signature-header';
    const rules = [rule('refusal', { level: 'paid' }), rule(accepted, { level: 'paid' }), rule('asks')];
    const check = async ({ id }: Rule): Promise<Outcome> =>
      id === accepted ? { verdict: 'fail', detail: 'Refused.' } : pass;
    const control = { paid: 'It answered 402.' };
    expect((await run(rules, check, { control, funded: true })).outcomes).toEqual({
      refusal: 'not-testable: It answered 402.',
      [accepted]: 'fail: Refused.',
      asks: 'pass',
    });
    expect((await run(rules, check, { control })).outcomes).toMatchObject({
      [accepted]: 'not-testable: It answered 402.',
    });
  });

  test('stops when the target stops responding, and reports that for every remaining rule', async () => {
    const rules = [rule('first', { level: 'paid' }), rule('second', { level: 'paid' })];
    const { outcomes, reason } = await run(rules, () => Promise.reject(new NoResponse('Refused.')), {
      alive: async () => false,
    });
    expect(outcomes).toEqual({
      first: 'error: Refused.',
      second: 'error: Not judged: the target stopped responding.',
    });
    expect(reason).toBe('The run is incomplete: the target stopped responding.');
  });
});

function createExchange() {
  const received = { status: 500, headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
  return { sent: { method: 'GET', path: '/', headers: {} }, received };
}
