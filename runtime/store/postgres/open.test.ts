import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describePay } from '../../testing/pay-suite.ts';
import { paymentOf } from '../../testing/payment.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { describePurge } from '../../testing/purge-suite.ts';
import { describeStore } from '../../testing/store-suite.ts';
import { openPostgresStore } from './open.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

describe.runIf(server)('PostgreSQL', () => {
  let url = '';
  beforeAll(async () => {
    url = (await server?.createDatabase()) ?? '';
  });

  async function open() {
    const store = await openPostgresStore({ url, defaultBalance: 100n });
    await store.reset();
    return store;
  }
  describeStore('PostgreSQL', open);
  describePay('PostgreSQL', open);
  describePurge('PostgreSQL', open);

  test('is copied by the statement of the guide, as long as no process is connected', async () => {
    const from = (await server?.createDatabase()) ?? '';
    const store = await openPostgresStore({ url: from, defaultBalance: 100n });
    const claim = { payment: paymentOf(1), fingerprint: 'a', balance: 100n, reusable: [], now: 1 };
    expect(await store.claims.claim({ ...claim, id: 'one' })).toMatchObject({ outcome: 'claimed' });
    await store.close();
    const [statement = ''] =
      /create database restored template pay/.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statement.replace('pay', new URL(from).pathname.slice(1)));
    await client.end();

    const restored = await openPostgresStore({ url: from.replace(/test_\d+/, 'restored'), defaultBalance: 100n });
    expect(await restored.claims.claim({ ...claim, id: 'two' })).toMatchObject({ outcome: 'replayed' });
    await restored.close();
  });
});
