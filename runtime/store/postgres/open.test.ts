import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres } from '../../testing/postgres.ts';
import { describeStore } from '../../testing/store-suite.ts';
import { openPostgresStore } from './open.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

describe.runIf(server)('PostgreSQL', () => {
  let url = '';
  beforeAll(async () => {
    url = (await server?.createDatabase()) ?? '';
  });

  describeStore('PostgreSQL', async () => {
    const store = await openPostgresStore({ url, defaultBalance: 100n });
    await store.reset();
    return store;
  });
});
