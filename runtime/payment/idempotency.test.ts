/** Calls of accounts under an `Idempotency-Key`, at one process and at two that share a store. */

import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { accountHost } from '../testing/host.ts';
import { startPostgres } from '../testing/postgres.ts';

const key = 'key-of-alice';
const ask = { text: 'a' };
const server = await startPostgres();
afterAll(() => server?.stop());

/** How many processes a store has, and where it is. */
const stores = {
  'one process on SQLite': { processes: 1, create: async () => ':memory:' },
  ...(server && { 'two processes on PostgreSQL': { processes: 2, create: server.createDatabase } }),
};

describe.each(Object.entries(stores))(
  'a repeated request with an Idempotency-Key, at %s',
  (_, { processes, create }) => {
    let gateways: readonly TestGateway[];
    let first: TestGateway;
    /** The process that gets the repeated request. */
    let other: TestGateway;
    beforeEach(async () => {
      const store = await create();
      gateways = await Promise.all(
        Array.from({ length: processes }, () => startTestGateway({ host: accountHost, store })),
      );
      const [one, two = one] = gateways;
      if (!one || !two) throw new Error('No gateway was started.');
      [first, other] = [one, two];
      await first.services.store.accounts.create({ id: 'alice', key, balance: 3000n });
      await first.services.store.accounts.create({ id: 'bob', key: 'key-of-bob', balance: 3000n });
    });
    afterEach(async () => {
      for (const gateway of gateways) await gateway.close();
    });

    const headersOf = (idempotency = 'one', bearer = key) => ({
      Authorization: `Bearer ${bearer}`,
      'Idempotency-Key': idempotency,
    });
    const send = (gateway: TestGateway, path = '/toy/echo', headers = headersOf()) => gateway.send(path, ask, headers);
    const account = async () => first.services.store.accounts.find('alice');
    const calls = (operation = 'echo') => gateways.reduce((sum, gateway) => sum + (gateway.calls[operation] ?? 0), 0);
    /** Makes the next echo wait; resolves `begun` when it is at work. */
    function hold() {
      const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      first.script('echo', async () => {
        begun.resolve();
        await go.promise;
        return { status: 200, body: { held: true } };
      });
      return { begun: begun.promise, go: go.resolve };
    }

    test.each(['/toy/echo', '/toy/story', '/toy/loans'])(
      'gets the answer of %s, which is charged once',
      async (path) => {
        const answer = await send(first, path);
        const again = await send(other, path);
        expect([again.status, again.text]).toEqual([answer.status, answer.text]);
        expect(again.headers.get('Content-Type')).toBe(answer.headers.get('Content-Type'));
        expect(gateways.map((gateway) => Object.values(gateway.calls))).toEqual([[1], ...(processes > 1 ? [[]] : [])]);
        const cost = { '/toy/echo': 1000n, '/toy/story': 10n }[path] ?? 0n;
        expect(await account()).toMatchObject({ spent: cost, reserved: path === '/toy/loans' ? 1000n : 0n });
      },
    );

    test('gets an answer of bytes as it was', async () => {
      first.script('echo', () => ({
        status: 200,
        bytes: { contentType: 'audio/mpeg', value: Buffer.from([0, 255, 128]) },
      }));
      const answer = await send(first);
      const again = await send(other);
      expect([again.text, again.headers.get('Content-Type')]).toEqual([answer.text, 'audio/mpeg']);
      expect(calls()).toBe(1);
    });

    test('is asked to come again while the first is at work, and then gets its answer', async () => {
      const { begun, go } = hold();
      const answer = send(first);
      await begun;
      // Also where the balance does not cover another call.
      while ((await send(other, '/toy/loans', headersOf(`${calls('lend')}`))).status === 202);
      const early = await send(other);
      expect([early.status, early.headers.get('Retry-After')]).toEqual([409, '1']);
      go();
      expect((await answer).json).toEqual({ held: true });
      expect((await send(other)).json).toEqual({ held: true });
      expect(await account()).toMatchObject({ spent: 1000n, reserved: 2000n });
    });

    test('is one call when it is sent many times at once', async () => {
      // No more than the balance covers, if each of them reserves its cost before it is known as a repeat.
      const sent = Array.from({ length: 3 }, (_, index) => send(gateways[index % processes] ?? first));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect([calls(), (await account())?.spent]).toEqual([1, 1000n]);
    });

    test('is another call where the first one failed', async () => {
      first.script('echo', () => {
        throw new Problem('out-of-paper');
      });
      expect((await send(first)).status).toBe(502);
      first.script('echo', () => ({ status: 200, body: {} }));
      expect((await send(other)).status).toBe(200);
      expect(await account()).toMatchObject({ spent: 1000n, reserved: 0n });
    });

    test('gets what it has paid for although the caller hung up', async () => {
      const { begun, go } = hold();
      const sent = httpRequest(`${first.url}/toy/echo`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headersOf() },
      });
      sent.on('error', () => undefined).end(JSON.stringify(ask));
      await begun;
      // This caller often hangs up, so it pays for the call although it has left.
      while (first.services.payments.hangUps.isFree('alice'));
      sent.destroy();
      await new Promise((resolve) => sent.once('close', resolve));
      go();
      await expect.poll(async () => (await account())?.spent).toBe(1000n);
      await expect.poll(async () => (await send(other)).json).toEqual({ held: true });
      expect(await account()).toMatchObject({ spent: 1000n, reserved: 0n });
    });

    test('is refused, and not charged, where the answer was too large to keep', async () => {
      first.script('echo', () => ({ status: 200, body: { text: 'a'.repeat(1_100_000) } }));
      expect((await send(first)).status).toBe(200);
      const again = await send(other);
      expect([again.status, again.headers.get('Retry-After')]).toEqual([409, null]);
      expect(await account()).toMatchObject({ spent: 1000n, reserved: 0n });
    });

    test('is charged once where the store cannot keep the answer', async () => {
      const { records } = first.services.store;
      const { put } = records;
      Object.assign(records, { put: () => Promise.reject(new Error('disk full')) });
      expect((await send(first)).status).toBe(200);
      Object.assign(records, { put });
      expect((await send(other)).status).toBe(409);
      expect(await account()).toMatchObject({ spent: 1000n, reserved: 0n });
    });

    test('is another job where the store cannot keep that the first one was accepted', async () => {
      const { records } = first.services.store;
      const { put } = records;
      Object.assign(records, { put: () => Promise.reject(new Error('disk full')) });
      expect((await send(first, '/toy/loans')).status).toBe(202);
      Object.assign(records, { put });
      expect((await send(first, '/toy/loans')).status).toBe(202);
      // Neither is charged before it is polled.
      expect(await account()).toMatchObject({ spent: 0n, reserved: 2000n });
    });

    test('is another call where the value is empty', async () => {
      for (const gateway of [first, other]) expect((await send(gateway, '/toy/echo', headersOf(''))).status).toBe(200);
      expect((await account())?.spent).toBe(2000n);
    });

    test('is another call for another account, another body or another key', async () => {
      const answers = [
        await send(first),
        await send(other, '/toy/echo', headersOf('two')),
        await other.send('/toy/echo', { text: 'b' }, headersOf()),
        await send(other, '/toy/echo', headersOf('one', 'key-of-bob')),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers[3]?.json).toMatchObject({ account: 'bob' });
      expect([calls(), (await account())?.spent]).toEqual([4, 3000n]);
    });
  },
);
