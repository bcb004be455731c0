import { afterEach, describe, expect, test } from 'vitest';
import { createGateway, type Gateway } from '../gateway/create.ts';
import type { HostDefinition } from '../operation/host.ts';
import { routesHost } from '../testing/routes-host.ts';

const token = 'secret';
const wallet = `0x${'Ab'.repeat(20)}`;
const opened: Gateway[] = [];
afterEach(() => Promise.all(opened.splice(0).map((gateway) => gateway.close())));

/** What the answers of some calls hold. */
interface Told {
  readonly capabilities?: readonly string[];
  readonly now?: string;
  readonly api_key?: string;
}

async function deploy(auth: HostDefinition['auth'] = 'x402') {
  const gateway = await createGateway({
    host: routesHost({ auth, routes: [['POST', '/v1/search']] }),
    handlers: {},
    payTo: '0x0',
    apiKeys: [{ key: 'first-key', balance: 5_000_000n }],
    control: { token, receivers: { image_job: { failed: async () => false } } },
  });
  opened.push(gateway);
  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await gateway.control?.fetch(new Request(`http://control.test${path}`, init));
    if (!response) throw new Error('The gateway has no control API.');
    return response;
  }
  async function call(method: string, path: string, sent?: unknown) {
    const response = await request(`/control/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    });
    const body: Told = response.status === 204 ? {} : JSON.parse(await response.text());
    return { status: response.status, body };
  }
  return { services: gateway.services, script: gateway.services.script, request, call };
}

describe('serveControl', () => {
  test('responds with 401 without the token', async () => {
    const { request } = await deploy();
    for (const authorization of ['', 'Bearer', 'Bearer wrong', token]) {
      const response = await request('/control/v1', { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    }
  });

  test('lists the capabilities of a per-call host', async () => {
    const { call } = await deploy();
    expect(await call('GET', '')).toMatchInlineSnapshot(`
      {
        "body": {
          "capabilities": [
            "clock",
            "upstream",
            "events",
            "reset",
            "settlement",
            "ledger",
            "fund",
            "allow",
          ],
          "control": 1,
          "outcomes": [
            "succeed",
            "fail",
            "reject",
            "timeout",
            "slow",
            "cut",
            "capacity",
            "no_tier",
            "other_tier",
            "unconfigured",
          ],
        },
        "status": 200,
      }
    `);
  });

  test('offers keys on account hosts alone, and no wallets there', async () => {
    const { call } = await deploy('bearer');
    expect((await call('GET', '')).body.capabilities).toEqual(['clock', 'upstream', 'events', 'reset', 'keys']);
    expect((await call('POST', '/fund', { address: wallet, amount: '1' })).status).toBe(404);
    const perCall = await deploy();
    expect((await perCall.call('POST', '/keys', { balance_usd: '1' })).status).toBe(404);
  });

  test('moves the clock forward', async () => {
    const { call, services } = await deploy();
    const before = services.clock.now();
    const { body } = await call('POST', '/clock', { advance_seconds: 3600 });
    expect(Date.parse(body.now ?? '') - before).toBeGreaterThanOrEqual(3_600_000);
    expect(services.clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
  });

  test('directs the upstream of a route it has', async () => {
    const { call, script } = await deploy();
    const direction = { route: 'POST /v1/search', outcome: 'fail', times: 2, detail: { stage: 'run' } };
    expect(await call('POST', '/upstream', direction)).toEqual({ status: 204, body: {} });
    expect(script.take('POST /v1/search')).toEqual({ outcome: 'fail', detail: { stage: 'run' } });
    expect(script.take('POST /v1/search')).toBeDefined();
    expect(script.take('POST /v1/search')).toBeUndefined();
    expect((await call('POST', '/upstream', { ...direction, route: 'POST /v1/other' })).status).toBe(404);
  });

  test('funds a wallet whatever the case of its address', async () => {
    const { call, services } = await deploy();
    expect((await call('POST', '/fund', { address: wallet, amount: '5000000' })).status).toBe(204);
    expect(await services.store.ledger.balance(wallet.toLowerCase())).toBe(5_000_000n);
  });

  test('makes keys with a balance, and keeps those of the start through a reset', async () => {
    const { call, services } = await deploy('bearer');
    const { accounts } = services.store;
    const { api_key: key = '' } = (await call('POST', '/keys', { balance_usd: '10.5' })).body;
    expect((await accounts.findByKey(key))?.balance).toBe(10_500_000n);
    expect((await call('POST', '/reset')).status).toBe(204);
    expect(await accounts.findByKey(key)).toBeUndefined();
    expect((await accounts.findByKey('first-key'))?.balance).toBe(5_000_000n);
  });

  test.each([
    ['/clock', {}],
    ['/clock', { advance_seconds: -1 }],
    ['/clock', 'not JSON'],
    ['/upstream', { route: 'POST /v1/search', outcome: 'explode' }],
    ['/upstream', { route: 'POST /v1/search', outcome: 'fail', times: 0 }],
    ['/settlement', { outcome: 'maybe' }],
    ['/fund', { address: 'nobody', amount: '1' }],
    ['/fund', { address: wallet, amount: '-1' }],
    ['/allow', {}],
    ['/events', { machine: 'toaster', id: 'x', event: 'pop' }],
    ['/events', { machine: 'constructor', id: 'x', event: 'name' }],
    ['/events', { machine: 'image_job', id: 'x', event: 'toString' }],
    ['/events', { machine: 'image_job', id: 'x', event: 'pop' }],
  ])('refuses POST %s %j with a sentence', async (path, body) => {
    const { call } = await deploy();
    expect(await call('POST', path, body)).toEqual({ status: 400, body: { error: expect.stringMatching(/\.$/) } });
  });

  test('answers 404 for resources and calls that do not exist', async () => {
    const { call } = await deploy();
    expect((await call('POST', '/events', { machine: 'image_job', id: 'x', event: 'failed' })).status).toBe(404);
    expect((await call('POST', '/nothing', {})).status).toBe(404);
  });
});
