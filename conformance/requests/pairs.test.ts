import { describe, expect, test } from 'vitest';
import { contractOf } from '../testing/contract.ts';
import { createShopRun } from '../testing/shop-run.ts';
import { constraintOf } from './constraint.ts';
import { pairedCalls, planLacking, planPairs } from './pairs.ts';
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
