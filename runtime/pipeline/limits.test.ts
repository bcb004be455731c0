import { afterEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { accountHost, host } from '../testing/host.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

describe('a limit', () => {
  test('refuses the first call too many, says when to retry, and starts again then', async () => {
    gateway = await startTestGateway({ clock: { now: () => 1_800_000_000_500 } });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await gateway.send('/toy/free')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);

    const { json, headers } = await gateway.send('/toy/free');
    expect(json).toEqual({ error: 'Too many calls', retry_after_seconds: 60 });
    expect(headers.get('Retry-After')).toBe('60');
    expect(headers.get('X-RateLimit-Reset')).toBe('1800000060500');
    expect(headers.get('X-RateLimit-Remaining')).toBe('0');
    expect(headers.has('X-Nobody')).toBe(false);

    gateway.services.clock.advance(59.999);
    expect((await gateway.send('/toy/free')).status).toBe(429);
    gateway.services.clock.advance(0.001);
    expect((await gateway.send('/toy/free')).headers.get('X-RateLimit-Remaining')).toBe('2');
  });

  test('counts each key for itself', async () => {
    gateway = await startTestGateway({ host: accountHost, control: { token: 'token' } });
    const call = async (key: string) =>
      (await gateway.send('/toy/free', undefined, { Authorization: `Bearer ${key}` })).status;
    const open = (key: string) => gateway.services.store.accounts.create({ id: key, key, balance: 0n });
    for (const key of ['one', 'two']) await open(key);
    expect([await call('one'), await call('one'), await call('one'), await call('one')]).toEqual([200, 200, 200, 429]);
    expect(await call('two')).toBe(200);
    const headers = { authorization: 'Bearer token' };
    await gateway.server.control?.fetch(new Request('http://control/control/v1/reset', { method: 'POST', headers }));
    await open('one');
    expect(await call('one')).toBe(200);
  });

  test.each(['payment', 'wallet'] as const)(
    'of a payer counts calls of auth %s with a verified payment, and shows in errors after that',
    async (auth) => {
      // A call that only identifies its caller is quoted at nothing.
      const price = auth === 'wallet' ? { quote: () => ({ amount: 0n, breakdown: {} }) } : {};
      const limit = { id: 'by-payer', count: 2, window: 60, key: 'payer', shared: true, error: 'busy' } as const;
      const routes = host.routes.map((route) =>
        route.operation.id === 'echo' ? { ...route, ...price, auth, limits: [limit.id] } : route,
      );
      gateway = await startTestGateway({ host: { ...host, routes, limits: { [limit.id]: limit } } });
      const body = { text: 'hi' };
      const header = await gateway.sign('/toy/echo', body);
      const send = () => gateway.send('/toy/echo', body, { 'PAYMENT-SIGNATURE': header });

      const answers = [await gateway.send('/toy/echo', body), await send(), await send(), await send()];
      expect(answers.map(({ status }) => status)).toEqual([402, 200, 402, 429]);
      expect(answers.map(({ headers }) => headers.get('X-RateLimit-Remaining'))).toEqual([null, '1', '0', '0']);
    },
  );
});
