import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '#conformance/testing/contract.ts';
import { accuses } from '../strangers/judge.ts';
import { objectsIn } from '../toolkit/messages.ts';
import { type Judgement, judgeAll, show } from './judge.ts';
import { ownRounds } from './routes.ts';
import type { Saboteur } from './saboteur.ts';
import { type Stage, startStage } from './stage.ts';
import { example } from './testing/examples.ts';

/** One of each kind: a request, a response, a header, a price, and state. */
const kinds = [
  'search-default-five',
  'phone-400-without-details',
  'header-window-differs',
  'image-a1-margin-twice',
  'pricing-limit-110',
].map(example);

let stage: Stage;

beforeAll(async () => {
  stage = await startStage(await contractOf('base'));
});
afterAll(() => stage.close());

async function judge(on: Stage, saboteurs: readonly Saboteur[]): Promise<readonly Judgement[]> {
  const judged: Judgement[] = [];
  for await (const each of judgeAll(on, saboteurs, { level: 'controlled', sentence: () => '' })) judged.push(each);
  return judged;
}

describe('a stage', () => {
  test('accuses no gateway without a saboteur', async () => {
    stage.use();
    const only = kinds.flatMap((saboteur) => ownRounds(stage.contract, saboteur)[0] ?? []);
    const { results } = await stage.judge({ only });
    expect(results.filter((result) => accuses(result) || result.verdict === 'error')).toEqual([]);
  });

  test.each(kinds)('finds $id', async (saboteur) => {
    expect(await judge(stage, [saboteur])).toMatchObject([{ verdict: 'found', names: true }]);
  });

  test('misses a saboteur that the suite has no request for, and only if its probe shows it', async () => {
    const never = { ...example('search-default-five'), when: { request: { '/headers/x-never-sent': 'yes' } } };
    const rounds = { only: ['search.max-results.default'] };
    const small: Stage = { ...stage, judge: (run) => stage.judge({ ...run, ...rounds }) };
    expect(await judge(small, [never])).toMatchObject([{ verdict: 'not-shown', unsent: false }]);
    const call = { call: 'POST /api/v1/search', headers: { 'x-never-sent': 'yes' }, body: { query: 'kites' } };
    expect(await judge(small, [{ ...never, probe: [call] }])).toMatchObject([{ verdict: 'missed', unsent: true }]);
  });

  test('finds a saboteur by a rule that fails only beside other rules', async () => {
    const wrong = { ...example('header-window-differs'), statement: 'core-001' };
    const never = {
      ...example('phone-400-without-details'),
      ...{ id: 'never', statement: 'core-001', when: { request: { '/headers/x-never-sent': 'yes' } } },
    };
    // A run about one saboteur alone can be stopped.
    const ruleOf = ({ stop }: Parameters<Stage['judge']>[0]) =>
      stop ? 'search.served' : 'payment.challenge.header-agrees';
    const small: Stage = { ...stage, judge: (run) => stage.judge({ ...run, only: [ruleOf(run)] }) };
    const judged = await judge(small, [never, wrong]);
    const verdicts = judged.map(({ saboteur, verdict }) => `${saboteur.id}: ${verdict}`);
    expect(verdicts.toSorted()).toEqual(['header-window-differs: found', 'never: not-shown']);
  });

  test('shows what a probe changes, after calls of the control API', async () => {
    const [shown] = await show(stage, example('chat-cut-without-error'), '');
    const error = { event: 'error', data: expect.anything() };
    expect(shown?.before).toEqual({ ...shown?.after, events: [...objectsIn(shown?.after.events), error] });
  });
});
