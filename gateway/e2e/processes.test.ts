import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../testing/client.ts';

const program = new URL('../testing/crash.ts', import.meta.url).pathname;
const processes = 4;
const racers = 40;
const payments = 50;
const chat = { model: 'acme/flex', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 40 };
const control = { authorization: 'Bearer token' };

const server = await startPostgres();
afterAll(() => server?.stop());

let children: readonly ChildProcess[] = [];
afterEach(async () => {
  for (const child of children) {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
});

/** Starts four gateways at once on one empty database; a client of each, and of the first one's control API. */
async function start(host: string): Promise<{ gateways: readonly Client[]; controller: Client }> {
  const store = (await server?.createDatabase()) ?? '';
  children = Array.from({ length: processes }, () => fork(program, [store, host]));
  const urls = await Promise.all(
    children.map(async (child) => {
      const [{ url, controlUrl }] = await once(child, 'message');
      return { url: String(url), controlUrl: String(controlUrl) };
    }),
  );
  return { gateways: urls.map(({ url }) => createClient(url)), controller: createClient(urls[0]?.controlUrl ?? '') };
}

/** Sends one request many times at once, by turns to each gateway; how often each status came. */
async function race(
  gateways: readonly Client[],
  times: number,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const sends = Array.from({ length: times }, async (_, racer) => {
    const { status } = (await gateways[racer % gateways.length]?.send('POST', path, { body: chat, headers })) ?? {};
    return status ?? 0;
  });
  return Object.groupBy(await Promise.all(sends), String);
}

describe.runIf(server)('four processes on one PostgreSQL', () => {
  test('serve each of 50 payments once under 40 racers', async () => {
    const { gateways, controller } = await start('base');
    const path = '/api/v1/chat/completions';
    const wallets = Array.from({ length: 5 }, () => createWallet());
    const served: number[] = [];
    for (let payment = 0; payment < payments; payment += 1) {
      const [wallet = createWallet()] = wallets.slice(payment % wallets.length);
      const header = await gateways[payment % processes]?.sign(wallet, 'POST', path, { body: chat });
      const statuses = await race(gateways, racers, path, { 'payment-signature': header ?? '' });
      expect(Object.keys(statuses).toSorted()).toEqual(['200', '402']);
      served.push(statuses['200']?.length ?? 0);
    }
    expect(served).toEqual(Array.from({ length: payments }, () => 1));
    const { json } = await controller.send('GET', '/control/v1/ledger', { headers: control });
    expect(listAt(json, 'transfers')).toHaveLength(payments);
  });

  test('charge one call of an account under one Idempotency-Key, whichever of them 40 racers come to', async () => {
    const { gateways, controller } = await start('account');
    const sending = { body: { balance_usd: '10' }, headers: control };
    const { json } = await controller.send('POST', '/control/v1/keys', sending);
    const account = { authorization: `Bearer ${textAt(json, 'api_key')}` };
    const path = '/v1/chat/completions';
    const spent = async () => {
      const answer = await gateways[0]?.send('GET', '/v1/balance', { headers: account });
      return Number(textAt(answer?.json, 'spent'));
    };
    await gateways[0]?.send('POST', path, { body: chat, headers: account });
    const cost = await spent();
    for (let call = 1; call <= 10; call += 1) {
      const headers = { ...account, 'idempotency-key': `${call}` };
      const statuses = await race(gateways, racers, path, headers);
      expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '409')).toEqual([]);
      const answers = await Promise.all(gateways.map((gateway) => gateway.send('POST', path, { body: chat, headers })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await spent()).toBeCloseTo((call + 1) * cost, 6);
    }
  });

  test.each([
    ['quoted', '/v1/search'],
    ['metered', '/v1/chat/completions'],
  ])('serve three %s calls from funds for three', async (_, path) => {
    const { gateways, controller } = await start('account');
    const [first] = gateways;
    if (!first) throw new Error('No gateway was started.');
    const body = path.endsWith('search') ? { query: 'a' } : chat;
    const fund = async (balance: number) => {
      const sending = { body: { balance_usd: String(balance / 1e6) }, headers: control };
      const { json } = await controller.send('POST', '/control/v1/keys', sending);
      return { authorization: `Bearer ${textAt(json, 'api_key')}` };
    };
    const read = async (headers: Readonly<Record<string, string>>) => {
      const { json } = await first.send('GET', '/v1/balance', { headers });
      const micro = (name: string) => Math.round(Number(textAt(json, name)) * 1e6);
      return { available: micro('available'), reserved: micro('reserved'), spent: micro('spent') };
    };
    const call = (headers: Readonly<Record<string, string>>, gateway = first) =>
      gateway.send('POST', path, { body, headers });

    const rich = await fund(10_000_000);
    expect((await call(rich)).status).toBe(200);
    const { spent: cost } = await read(rich);
    // The least that a call is served from: what it may cost is set aside before it is made.
    let [refused, most] = [cost - 1, 8 * cost];
    while (most - refused > 1) {
      const middle = Math.floor((refused + most) / 2);
      if ((await call(await fund(middle))).status === 200) most = middle;
      else refused = middle;
    }

    const poor = await fund(most + 2 * cost);
    const sends = Array.from({ length: racers }, (_, racer) => call(poor, gateways[racer % processes]));
    const statuses = (await Promise.all(sends)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    // A call that was refused while others had more set aside than they cost is served afterwards.
    while ((await call(poor)).status === 200) statuses.push(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(await read(poor)).toEqual({ available: most - cost, reserved: 0, spent: 3 * cost });
  });
});
