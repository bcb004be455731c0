/** The operator's record of each call: one line in the log, and metrics of money. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Handler } from '../operation/handler.ts';
import type { Settler } from '../payment/settler.ts';
import type { Services } from '../pipeline/services.ts';
import { accountHost, host } from '../testing/host.ts';
import { sendJson, startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { createWallet, offerIn } from '../testing/wallet.ts';
import { openAi } from '../upstream/openai.ts';
import { createProvider } from '../upstream/provider.ts';
import { createGateway, type Gateway } from './create.ts';

const wallet = createWallet();
const key = 'sk_of_this_test';
const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';
const ask = { text: 'hi', model: 'of-ours' };
let upstream: TestUpstream;
let gateway: Gateway;
let accounts: Gateway;
let lines: Record<string, unknown>[];
/** Whether the next settlement moves the funds and reports that its outcome is unknown. */
let isLost = false;

/** Serves chats of a provider that reports what they cost, and stories that it does not have. */
function handlers(services: Services): Record<string, Handler> {
  const provider = createProvider(services, { baseUrl: `${upstream.url}/v1` });
  const chats = openAi(() => [{ provider, model: 'of-theirs' }]);
  return {
    echo: (call) => chats.chat(call, { model: 'of-ours' }),
    story: () => ({ status: 200, stream: words(), metered: () => ({ response: { words: 2 } }) }),
  };
}

async function* words() {
  for (const data of ['one', 'two']) yield { data };
}

function wrapSettler(settler: Settler): Settler {
  return {
    ...settler,
    async settle(payment, route) {
      const end = await settler.settle(payment, route);
      if (!isLost) return end;
      isLost = false;
      return { outcome: 'unknown', reason: 'timeout' };
    },
  };
}

async function start(of: typeof host): Promise<Gateway> {
  const note = (fields: object, message?: string) => void (message === 'served' && lines.push({ ...fields }));
  const apiKeys = [{ key, balance: 1_000_000n }];
  const options = { host: of, handlers, payTo, defaultBalance: 1_000_000n, apiKeys, admin: true, wrapSettler };
  return createGateway(options, (parts) => ({
    ...parts,
    services: { ...parts.services, log: { info: note, warn() {}, error() {} } },
  }));
}

beforeAll(async () => {
  upstream = await startUpstream((response) =>
    sendJson(response, {
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.00014 },
    }),
  );
  gateway = await start(host);
  accounts = await start(accountHost);
});
beforeEach(() => {
  lines = [];
});
afterAll(() => Promise.all([gateway.close(), accounts.close(), upstream.close()]));

async function send(to: Gateway, path: string, headers: Record<string, string> = {}) {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(ask),
  };
  const response = await to.fetch(new Request(`http://gateway.test${path}`, sent));
  return { status: response.status, text: await response.text(), id: response.headers.get('x-request-id') };
}

async function pay(path: string, headers: Record<string, string> = {}) {
  const { text } = await send(gateway, path);
  const payment = await wallet.sign(offerIn(JSON.parse(text)), Math.floor(Date.now() / 1000));
  lines = [];
  return send(gateway, path, { 'PAYMENT-SIGNATURE': payment, ...headers });
}

const metrics = async () => (await gateway.admin?.fetch(new Request('http://admin.test/metrics')))?.text();

describe('the line of a call in the log', () => {
  test('has who paid what to whom, and which provider served it', async () => {
    expect(await pay('/toy/echo', { 'x-request-id': 'of-the-proxy' })).toMatchObject({
      status: 200,
      id: 'of-the-proxy',
    });
    expect(lines).toEqual([
      {
        request: 'of-the-proxy',
        operation: 'echo',
        status: 200,
        milliseconds: expect.any(Number),
        payer: wallet.address.toLowerCase(),
        quoted: '0.001',
        settled: '0.001',
        txHash: expect.stringMatching(/^0x/),
        provider: upstream.url,
        model: 'of-theirs',
        cost: 0.00014,
      },
    ]);
    expect(String(lines[0]?.milliseconds)).toMatch(/^\d+(\.\d)?$/);
  });

  test('of a challenge has its price, the model that was asked for, and an id of its own', async () => {
    const { id } = await send(gateway, '/toy/echo', { 'x-request-id': 'no id\n' });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(lines).toEqual([expect.objectContaining({ request: id, status: 402, quoted: '0.001' })]);
    expect(lines[0]).not.toHaveProperty('settled');
  });

  test('of a stream comes at its end, with the settlement', async () => {
    expect((await pay('/toy/story')).text).toContain('two');
    expect(lines).toEqual([expect.objectContaining({ operation: 'story', status: 200, settled: '0.001' })]);
  });

  test('of an account has its id and its charge, never its key', async () => {
    await send(accounts, '/toy/story', { authorization: `Bearer ${key}` });
    expect(lines).toEqual([expect.objectContaining({ account: expect.any(String), settled: '0.00002', status: 200 })]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });
});

const sum = async (name: string) =>
  Number(new RegExp(`^${name}.* (\\S+)$`, 'm').exec((await metrics()) ?? '')?.[1] ?? 0);
const revenue = 'tollwright_revenue_usd_total\\{operation="echo"';

test('a settlement that is found later counts once, and the answer that it bought says so no second time', async () => {
  const before = await sum(revenue);
  const { text } = await send(gateway, '/toy/echo');
  const payment = await wallet.sign(offerIn(JSON.parse(text)), Math.floor(Date.now() / 1000));
  isLost = true;
  lines = [];
  expect((await send(gateway, '/toy/echo', { 'PAYMENT-SIGNATURE': payment })).status).toBe(503);
  expect(await sum(revenue)).toBe(before);
  await expect.poll(() => sum(revenue)).toBeCloseTo(before + 0.001, 9);

  expect((await send(gateway, '/toy/echo', { 'PAYMENT-SIGNATURE': payment })).status).toBe(200);
  expect(lines).toEqual([expect.objectContaining({ status: 503 }), expect.objectContaining({ status: 200 })]);
  expect(lines.filter(({ settled }) => settled !== undefined)).toEqual([]);
  expect(await sum(revenue)).toBeCloseTo(before + 0.001, 9);
});

test('metrics add up revenue by operation, and what providers report as their cost', async () => {
  const cost = 'tollwright_provider_cost_usd_total';
  const before = [await sum(revenue), await sum(cost)];
  await pay('/toy/echo');
  expect(await sum(revenue)).toBeCloseTo((before[0] ?? 0) + 0.001, 9);
  expect(await sum(cost)).toBeCloseTo((before[1] ?? 0) + 0.00014, 9);
  expect(await metrics()).toContain(`tollwright_provider_cost_usd_total{provider="${upstream.url}"}`);
});
