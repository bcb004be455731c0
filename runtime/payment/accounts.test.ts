import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { accountHost } from '../testing/host.ts';
import { at } from '../testing/read.ts';

const key = 'key-of-alice';
let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startTestGateway({ host: accountHost });
  await gateway.services.store.accounts.create({ id: 'alice', key, balance: 3000n });
});
afterEach(() => gateway.close());

const send = (path: string, body?: unknown) => gateway.send(path, body, { Authorization: `Bearer ${key}` });
const account = () => gateway.services.store.accounts.find('alice');
const usage = () => gateway.services.store.accounts.usage('alice', 0, Number.MAX_SAFE_INTEGER);

describe('a call from an account', () => {
  test.each([{}, { Authorization: 'Bearer wrong' }, { Authorization: `Basic ${key}` }, { Authorization: 'Bearer' }])(
    'without its key is refused (%j)',
    async (headers) => {
      const answer = await gateway.send('/toy/echo', { text: 'a' }, headers);
      expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  test('is charged and recorded', async () => {
    expect((await gateway.send('/toy/echo', { text: 'a', count: 2 }, { 'x-api-key': key })).status).toBe(200);
    expect(await account()).toEqual({ id: 'alice', balance: 1000n, reserved: 0n, spent: 2000n });
    expect(await usage()).toMatchObject([{ route: 'POST /toy/echo', operation: 'echo', amount: 2000n }]);
  });

  test('beyond its balance is refused, however many are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/toy/echo', { text: 'a' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(at(answers.find(({ status }) => status !== 200)?.json, 'error')).toBe('Payment Required');
    expect(await account()).toMatchObject({ balance: 0n, spent: 3000n });
  });

  test('that fails is not charged and not recorded', async () => {
    gateway.script('echo', () => {
      throw new Problem('out-of-paper');
    });
    expect((await send('/toy/echo', { text: 'a' })).status).toBe(502);
    expect(await account()).toMatchObject({ balance: 3000n, reserved: 0n });
    expect(await usage()).toEqual([]);
  });

  test('is metered by what its stream came to, and a cut stream is free', async () => {
    expect((await send('/toy/story', { text: 'one two three' })).text).toContain('[DONE]');
    expect(await usage()).toMatchObject([{ amount: 30n, data: { tier: 'plain' } }]);
    expect((await send('/toy/story', { text: 'one two CUT' })).text).toContain('event: error');
    expect(await account()).toMatchObject({ balance: 2970n, reserved: 0n });
  });

  test('that is metered is refused where the balance does not cover the most that it can cost', async () => {
    await gateway.services.store.accounts.create({ id: 'bob', key: 'key-of-bob', balance: 1n });
    const poor = { 'x-api-key': 'key-of-bob' };
    const refused = Array.from({ length: 40 }, () => gateway.send('/toy/story', { text: 'one two' }, poor));
    for (const { status, json } of await Promise.all(refused)) {
      expect([status, at(json, 'error')]).toEqual([402, 'Payment Required']);
    }
    expect(await gateway.services.store.accounts.find('bob')).toMatchObject({ balance: 1n, reserved: 0n });

    const slow = Promise.withResolvers<void>();
    gateway.script('story', async () => {
      await slow.promise;
      return { status: 200, body: { words: 2 } };
    });
    let refusals = 0;
    const answers = Array.from({ length: 40 }, async () => {
      const { status } = await send('/toy/story', { text: 'one two' });
      if (status === 402) refusals += 1;
      if (refusals === 37) slow.resolve();
      return status;
    });
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(3);
    expect(await account()).toMatchObject({ balance: 2940n, reserved: 0n });
  });

  test('for a job is charged by the first poll', async () => {
    const { json } = await send('/toy/loans', { text: 'a' });
    expect(await account()).toMatchObject({ balance: 3000n, reserved: 1000n });
    const polls = await Promise.all(Array.from({ length: 5 }, () => send(`/toy/loans/${at(json, 'id')}`)));
    expect(polls.filter(({ json: body }) => at(body, 'first'))).toHaveLength(1);
    expect(await account()).toMatchObject({ balance: 2000n, reserved: 0n });
    expect(await usage()).toMatchObject([{ route: 'POST /toy/loans', operation: 'lend' }]);
  });
});

describe('a reservation of a job', () => {
  test('ends when it is not polled for two days, and is never given away then', async () => {
    const { json } = await send('/toy/loans', { text: 'a', count: 2 });
    expect(await account()).toMatchObject({ balance: 3000n, reserved: 2000n });
    expect((await send('/toy/echo', { text: 'a', count: 2 })).status).toBe(402);
    gateway.services.clock.advance(48 * 60 * 60);
    expect((await send('/toy/echo', { text: 'a', count: 2 })).status).toBe(200);
    expect(await account()).toMatchObject({ balance: 1000n, reserved: 0n });
    expect((await send(`/toy/loans/${at(json, 'id')}`)).status).toBe(402);
    expect(await account()).toMatchObject({ balance: 1000n, reserved: 0n });
  });
});

describe('the store', () => {
  test('holds no key in clear', async () => {
    const found = await gateway.services.store.accounts.findByKey(key);
    expect(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(key);
  });
});

describe('an answer to an account', () => {
  const ask = { text: 'a' };
  /** Resolves once an answer has ended. */
  let ended: PromiseWithResolvers<void>;
  beforeEach(() => {
    ended = Promise.withResolvers();
    const { accounts } = gateway.services.store;
    const { answered } = accounts;
    const spied: typeof answered = async (...answer) => answered(...answer).then(ended.resolve);
    Object.assign(accounts, { answered: spied });
  });

  /** Sends a request and hangs up once the answer has begun to arrive. */
  async function breakOff(headers: Readonly<Record<string, string>> = {}): Promise<void> {
    gateway.script('echo', () => ({ status: 200, body: { text: 'a'.repeat(20_000_000) } }));
    const own = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers };
    const cut = httpRequest(`${gateway.url}/toy/echo`, { method: 'POST', headers: own });
    cut.on('error', () => undefined).end(JSON.stringify(ask));
    await once(cut, 'response');
    cut.destroy();
    gateway.script('echo', () => ({ status: 200, body: {} }));
  }
  const spent = async () => (await account())?.spent;

  test('that did not arrive is sent to the same request without another charge, once', async () => {
    await breakOff();
    expect(await spent()).toBe(1000n);
    await ended.promise;
    expect((await send('/toy/echo', ask)).status).toBe(200);
    expect([await spent(), (await usage()).length]).toEqual([1000n, 1]);
    expect((await send('/toy/echo', ask)).status).toBe(200);
    expect(await spent()).toBe(2000n);
  });

  test('that did not arrive is sent to the same request before the store has kept that it did not', async () => {
    const { accounts } = gateway.services.store;
    const { answered } = accounts;
    const failed = Promise.withResolvers<void>();
    const fail = async () => {
      failed.resolve();
      throw new Error('connection lost');
    };
    Object.assign(accounts, { answered: fail });
    await breakOff();
    await failed.promise;
    Object.assign(accounts, { answered });
    expect((await send('/toy/echo', ask)).status).toBe(200);
    expect([await spent(), (await usage()).length]).toEqual([1000n, 1]);
  });

  test('that did not arrive is not sent to another request, or under another Idempotency-Key', async () => {
    await breakOff({ 'Idempotency-Key': 'one' });
    await ended.promise;
    for (const own of ['two', undefined]) {
      const headers = { Authorization: `Bearer ${key}`, ...(own !== undefined && { 'Idempotency-Key': own }) };
      expect((await gateway.send('/toy/echo', ask, headers)).status).toBe(200);
    }
    expect(await spent()).toBe(3000n);
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' };
    expect((await gateway.send('/toy/echo', ask, headers)).status).toBe(200);
    expect(await spent()).toBe(3000n);
  });

  test('is sent once for each charge, however many send the same request at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send('/toy/echo', ask)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await spent()).toBe(3000n);
  });
});

test('a reservation is released by the same process as soon as the store works again', async () => {
  gateway.script('echo', () => {
    throw new Problem('out-of-paper');
  });
  const { accounts } = gateway.services.store;
  const { release } = accounts;
  Object.assign(accounts, { release: () => Promise.reject(new Error('disk full')) });
  expect((await send('/toy/echo', { text: 'a' })).status).toBe(502);
  expect(await account()).toMatchObject({ reserved: 1000n });
  Object.assign(accounts, { release });
  await expect.poll(account).toMatchObject({ balance: 3000n, reserved: 0n });
});
