import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import { startGateway } from '#gateway/start.ts';
import { sampleCalls } from '#generated/hostile/sample-calls.ts';
import { hosts } from '#generated/hosts/index.ts';
import type { Task } from './attack.ts';
import { attacks } from './index.ts';
import { type HostileGateway, startHostile } from './start.ts';
import { makeCall } from './testing/client.ts';

const all = attacks.filter(({ pays }) => pays.includes('x402')).map((attack) => [attack.name, attack] as const);
const withKey = attacks.filter(({ pays }) => pays.includes('bearer')).map((attack) => [attack.name, attack] as const);

/** Makes a task's call with the generated client and a wallet of its own. */
function call(gateway: HostileGateway, { sampleCall, body, payTo }: Task): Promise<void> {
  return makeCall({
    TOLLWRIGHT_URL: gateway.url,
    TOLLWRIGHT_HOST: gateway.host.id,
    TOLLWRIGHT_KIND: sampleCall.kind,
    TOLLWRIGHT_OPERATION: sampleCall.operation,
    ...(body !== undefined && { TOLLWRIGHT_BODY: JSON.stringify(body) }),
    PAY_TO: payTo,
    PAYER_KEY: randomKey(networkKind(gateway.host.payment?.network)),
    API_KEY: gateway.apiKey,
  });
}

describe.each([
  ['base', all],
  ['account', withKey],
  ['solana', all],
] as const)('the hostile gateway of %s', (id, own) => {
  const host = hosts[id];
  if (!host) throw new Error(`There is no host ${id}.`);
  let gateway: HostileGateway;
  beforeAll(async () => {
    gateway = await startHostile({ host, sampleCalls, start: startGateway });
  });
  afterAll(() => gateway.close());

  const taskOf = (kind: Task['sampleCall']['kind']) => {
    const task = gateway.taskOf(kind);
    if (!task) throw new Error(`${id} has no ${kind}.`);
    return task;
  };

  test.each(['call', 'stream', 'job', 'free'] as const)('is honest as long as it plays no attack: %s', async (kind) => {
    const observed = await gateway.play(undefined, taskOf(kind));
    await call(gateway, taskOf(kind));
    const { payments, wrong, leaked } = observed.seen();
    expect([payments.length, wrong, leaked]).toEqual([id !== 'account' && kind !== 'free' ? 1 : 0, [], []]);
  });

  test.each(own)('does not get through to the generated client with %s', async (_, attack) => {
    const task = taskOf(attack.callKind);
    const observed = await gateway.play(attack, task);
    const refusal = await call(gateway, task).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { payments, wrong, leaked } = observed.seen();
    expect([wrong, leaked]).toEqual([[], []]);
    expect(payments.length).toBeLessThanOrEqual(id !== 'account' ? Math.min(attack.signs, 1) : 0);
    if (attack.acceptable) return;
    expect(refusal).toBeInstanceOf(Error);
    // A sentence for people, and nothing that moves their cursor.
    expect(String(refusal)).toMatch(/^\w+: [A-Z\w].{15,}$/);
  });
});

test('attacks have names of their own and go against statements that exist', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  const statements = globSync('spec/statements/**/*.yaml')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  for (const { against } of attacks) for (const id of against) expect(statements).toContain(id);
});
