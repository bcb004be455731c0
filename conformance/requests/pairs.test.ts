import { describe, expect, test } from 'vitest';
import { conditionCases } from '../arbitraries/condition-cases.ts';
import { contractOf } from '../testing/contract.ts';
import { createShopRun } from '../testing/shop-run.ts';
import { constraintOf } from './constraint.ts';
import { pairedCalls, planLacking, planPairs } from './pairs.ts';
import { planMisses } from './plan-invalid.ts';
import { firstFindingOf } from './send.ts';

const contract = await contractOf('base');
const challenge = { status: 402, json: { x402Version: 2, accepts: [] } };
const refusal = { status: 400, json: { error: 'Bad Request' } };

type Fields = Readonly<Record<string, unknown>>;

/** A run against a target that refuses some bodies. */
function runWith(refuses: (body: Fields) => boolean) {
  const service = (_: string, body: unknown) => (refuses(Object(body)) ? refusal : challenge);
  return createShopRun({ contract, level: 'controlled', service });
}

function constraintIn(run: ReturnType<typeof runWith>, id: string) {
  const rule = contract.rules.find((each) => each.id === id);
  const constraint = rule && constraintOf(rule, run);
  if (!constraint) throw new Error(`There is no rule "${id}" about requests.`);
  return constraint;
}

/** A server that validates before it asks for a payment. */
const isNoMessage = ({ model }: Fields) => typeof model !== 'string';

describe('values of two fields', () => {
  test('are found together in one of a few requests that the specification allows', async () => {
    const run = runWith(() => false);
    const paired = await pairedCalls(run, constraintIn(run, 'create-message.top-k.type').context.operation);
    const both = paired.filter(({ invocation: { body } }) => 'top_k' in Object(body) && 'top_p' in Object(body));
    expect(both.length).toBeGreaterThan(0);
    expect(paired.length).toBeLessThan(300);
  });

  test('fail their rule where a target refuses them together', async () => {
    const run = runWith((body) => isNoMessage(body) || ('top_k' in body && 'top_p' in body));
    const planned = await planPairs(run, constraintIn(run, 'create-message.top-k.type'));
    expect(await firstFindingOf(run, planned)).toMatchObject({ verdict: 'fail' });
  });

  test('are not combined where a target refuses one of them alone', async () => {
    const run = runWith((body) => 'top_k' in body);
    const paired = await pairedCalls(run, constraintIn(run, 'create-message.top-k.type').context.operation);
    expect(paired.filter(({ invocation: { body } }) => 'top_k' in Object(body))).toEqual([]);
  });
});

test('a required field fails its rule where another field stands for it', async () => {
  const run = runWith((body) => !('text' in body) && !('duration_seconds' in body));
  const constraint = constraintIn(run, 'generate-sound-effect.text.required');
  const planned = await planLacking(run, constraint);
  expect(planned.length).toBeGreaterThan(0);
  for (const { invocation } of planned) expect(invocation.body).not.toHaveProperty('text');
  expect(planned.some(({ invocation }) => 'duration_seconds' in Object(invocation.body))).toBe(true);
});

test('a required field fails its rule where the target reads its value under another name', async () => {
  const run = runWith((body) => !('text' in body) && !('prompt' in body));
  const planned = planMisses(constraintIn(run, 'generate-sound-effect.text.required')).map(({ request }) => request);
  expect(planned.map(({ invocation }) => invocation.body)).toContainEqual(
    expect.objectContaining({ prompt: expect.any(String) }),
  );
  expect(await firstFindingOf(run, planned)).toMatchObject({ verdict: 'fail' });
});

test('each list that a condition forbids is in a call without the others', () => {
  const { context } = constraintIn(
    runWith(() => false),
    'generate-video.prompt.required',
  );
  const condition = context.operation.conditions.find(({ id }) => id === 'generate-video.no-reference-media');
  const calls = condition ? conditionCases(condition, context, { seed: 1, charged: false }).breaking : [];
  const bodies = calls.map(({ body }) => body);
  for (const name of ['reference_videos', 'reference_audios']) {
    const other = name === 'reference_videos' ? 'reference_audios' : 'reference_videos';
    expect(bodies.some((body) => name in Object(body) && !(other in Object(body)))).toBe(true);
  }
});
