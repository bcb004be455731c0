import { describe, expect, test } from 'vitest';
import type { Target } from '../target/target.ts';
import { createLabControl, labToken } from '../testing/lab-control.ts';
import { labKey } from '../testing/lab-run.ts';
import { takeControl } from './controlled.ts';

const target = { host: 'lab', url: 'http://127.0.0.1', wallets: {}, maxSpend: 7n, segments: {}, models: {} };

function take(
  capabilities: readonly string[],
  auth: 'x402' | 'bearer',
  secretsOfTarget: Partial<Pick<Target, 'wallets' | 'apiKey'>> = {},
  client = createLabControl(capabilities),
) {
  const secrets: string[] = [];
  const controlled = takeControl({
    client,
    target: { ...target, ...secretsOfTarget },
    access: { url: 'http://127.0.0.1', token: labToken },
    auth,
    kind: 'evm',
    localNow: () => 1_799_999_000,
    created: (name, secret) => secrets.push(`${name}=${secret}`),
  });
  return { client, controlled, secrets };
}

describe('takeControl', () => {
  test('creates wallets and funds them with test money', async () => {
    const { client, controlled } = take(['fund', 'reset'], 'x402');
    const { keys, funded } = await controlled;
    expect(funded).toBe(true);
    expect(Object.keys(keys)).toEqual(['payer', 'other']);
    expect([...client.balances.values()]).toEqual(['1000000000', '1000000000']);
  });

  test('funds again after every reset', async () => {
    const { client, controlled } = take(['fund', 'reset'], 'x402');
    await (await controlled).control.reset();
    expect(client.balances.size).toBe(2);
  });

  test('keeps the wallets of the target, and creates none that it cannot fund', async () => {
    const { controlled } = take([], 'x402', { wallets: { payer: labKey } });
    expect(await controlled).toMatchObject({ keys: { payer: labKey }, funded: false });
  });

  test('uses the wallets of the target where its funding is refused, and its own clock where that is', async () => {
    const client = createLabControl(['fund', 'clock', 'reset']);
    const exchange: typeof client.exchange = async (sent) =>
      /fund|clock/.test(sent.path) ? { ...(await client.exchange(sent)), status: 501 } : client.exchange(sent);
    const { controlled } = take([], 'x402', { wallets: { payer: labKey } }, { ...client, exchange });
    const { keys, funded, now, control } = await controlled;
    expect({ keys, funded, now: await now() }).toEqual({ keys: { payer: labKey }, funded: false, now: 1_799_999_000 });
    expect([...control.capabilities]).toEqual(['reset']);
  });

  test('creates an API key, keeps it secret, and creates another after a reset', async () => {
    const { controlled, secrets } = take(['keys', 'reset'], 'bearer');
    const { apiKey, fresh } = await controlled;
    expect(apiKey()).toBe('created-key-1');
    await fresh();
    expect(apiKey()).toBe('created-key-2');
    expect(secrets).toEqual(['API_KEY=created-key-1', 'API_KEY=created-key-2']);
  });

  test('spends nothing of the key of the target where it can create one', async () => {
    const { controlled } = take(['keys'], 'bearer', { apiKey: 'key-of-the-user' });
    expect((await controlled).apiKey()).toBe('created-key-1');
    const { controlled: without } = take([], 'bearer', { apiKey: 'key-of-the-user' });
    expect((await without).apiKey()).toBe('key-of-the-user');
  });

  test('reads the time of the target once, and follows it when the clock is moved', async () => {
    const { client, controlled } = take(['clock'], 'x402');
    const { now, control } = await controlled;
    expect(await now()).toBe(1_800_000_000);
    await now();
    expect(client.calls.filter((call) => call === 'GET /clock')).toHaveLength(1);
    await control.advance(60);
    expect(await now()).toBe(1_800_000_060);
  });
});
