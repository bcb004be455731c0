/** Requests that come again before the first call of their payment has ended. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../store/postgres/database.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { startPostgres } from '../testing/postgres.ts';
import { at } from '../testing/read.ts';

const ask = { text: 'hi' };
const server = await startPostgres();
afterAll(() => server?.stop());

const send = (gateway: TestGateway, header: string, path = '/toy/echo') =>
  gateway.send(path, ask, { 'PAYMENT-SIGNATURE': header });

describe('a request that comes again', () => {
  test('before its call has ended gets a Retry-After; another request with its payment gets none', async () => {
    const gateway = await startTestGateway();
    const [called, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gateway.script('echo', async () => {
      called.resolve();
      await end.promise;
      return { status: 200, body: {} };
    });
    const header = await gateway.sign('/toy/echo', ask);
    const first = send(gateway, header);
    await called.promise;
    const [same, other] = [await send(gateway, header), await send(gateway, header, '/toy/shout')];
    expect([at(same.json, 'code'), same.headers.get('retry-after')]).toEqual(['PAYMENT_REPLAY', '1']);
    expect(at(same.json, 'message')).toContain('has not ended');
    expect([at(other.json, 'code'), other.headers.get('retry-after')]).toEqual(['PAYMENT_REPLAY', null]);
    end.resolve();
    expect((await first).status).toBe(200);
    await gateway.close();
  });

  test('keeps its payment when what ended processes left is given back at that moment', async () => {
    const gateway = await startTestGateway();
    // The claim was read as one that an ended process left, before the same request took it.
    gateway.script('echo', async () => {
      await gateway.services.payments.reconcile();
      return { status: 200, body: {} };
    });
    expect((await gateway.pay('/toy/echo', ask)).status).toBe(200);
    expect(await gateway.services.store.ledger.transfers()).toHaveLength(1);
    await gateway.close();
  });

  test.runIf(server)(
    'while its killed process counts as running gets a Retry-After, and its answer after that',
    async () => {
      const store = (await server?.createDatabase()) ?? '';
      const child = fork(new URL('../testing/crash.ts', import.meta.url).pathname, [store, 'after']);
      const [url] = await once(child, 'message');
      const gateway = await startTestGateway({ store });
      const header = await gateway.sign('/toy/echo', ask);
      const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header };
      const lost = fetch(`${url}/toy/echo`, { method: 'POST', body: JSON.stringify(ask), headers }).catch(() => 'lost');
      await once(child, 'message');
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      expect(await lost).toBe('lost');

      const refused = await send(gateway, header);
      expect([at(refused.json, 'code'), refused.headers.get('retry-after')]).toEqual(['PAYMENT_REPLAY', '5']);
      const database = await openDatabase(store);
      await database.query(`update processes set seen_at = seen_at - interval '5 seconds'`);
      await database.close();
      expect((await send(gateway, header)).status).toBe(200);
      expect(await gateway.services.store.ledger.transfers()).toHaveLength(1);
      await gateway.close();
    },
  );
});
