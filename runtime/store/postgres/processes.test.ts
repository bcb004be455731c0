import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentOf } from '../../testing/payment.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { reusable } from '../../testing/store-suite.ts';
import type { Store } from '../store.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgresStore } from './open.ts';
import { migrations } from './schema.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

let url: string;
beforeEach(async () => {
  url = (await server?.createDatabase()) ?? '';
});

const open = () => openPostgresStore({ url, defaultBalance: 100n });

describe.runIf(server)('two processes on one database', () => {
  let one: Store;
  let two: Store;
  let database: Database;
  beforeEach(async () => {
    // Of an empty database, so that both migrate.
    [one, two, database] = await Promise.all([open(), open(), openDatabase(url)]);
  });
  afterEach(async () => {
    for (const each of [one, two, database]) await each.close();
  });

  const claim = (store: Store, nonce: number, balance = 100n) =>
    store.claims.claim({ id: `${nonce}`, payment: paymentOf(nonce), fingerprint: 'a', balance, reusable, now: 1 });
  /** Makes every process silent for longer than a lease, until its next beat. */
  const silence = () => database.query(`update processes set seen_at = seen_at - interval '1 hour'`);

  test('leave a claim to the one whose call it is with', async () => {
    await claim(one, 1);
    expect(await claim(two, 1)).toMatchObject({ outcome: 'replayed', claim: { elsewhere: true } });
    expect(await two.claims.abandon('1')).toBe(false);
    expect(await two.claims.move('1', ['claimed'], 'released')).toBe(false);
    expect(await two.claims.unfinished()).toEqual([]);
    expect(await one.claims.move('1', ['claimed'], 'settling')).toBe(true);
    expect(await one.claims.move('1', ['settling'], 'owed', '0xt')).toBe(true);
    // Paid, and being delivered by the first.
    expect((await claim(two, 1)).outcome).toBe('replayed');
    await one.claims.leave('1');
    expect((await claim(two, 1)).outcome).toBe('owed');
    expect((await claim(one, 1)).outcome).toBe('replayed');
  });

  test('take over what one left behind, which cannot go on with it when it wakes up', async () => {
    await claim(one, 1);
    await claim(one, 2);
    await one.claims.move('2', ['claimed'], 'settling');
    await silence();
    expect((await two.claims.unfinished()).map(({ id }) => id)).toEqual(['1', '2']);
    expect(await two.claims.abandon('1')).toBe(true);
    expect((await claim(two, 1)).outcome).toBe('claimed');
    // The second beats again, as the first would.
    await database.query('update processes set seen_at = now()');
    expect(await one.claims.move('1', ['claimed'], 'settling')).toBe(false);
    expect(await two.claims.move('1', ['claimed'], 'settling')).toBe(true);
  });

  test('leave claims to each other once one has closed', async () => {
    await claim(one, 1);
    await one.close();
    expect((await two.claims.unfinished()).map(({ id }) => id)).toEqual(['1']);
    one = await open();
  });

  test('count no repeat of an owed answer that an ended process left', async () => {
    await one.accounts.create({ id: 'alice', key: 'k', balance: 10n });
    const call = { account: 'alice', amount: 1n, route: 'POST /a', operation: 'a', expiresAt: 9, fingerprint: 'f' };
    const owed = { account: 'alice', fingerprint: 'f', since: 0, repeats: 1 };
    await one.accounts.reserve({ ...call, id: 'r' }, 0);
    await one.accounts.charge('r', { ...call, id: 'row', at: 5, data: {} });
    for (const store of [two, one, two, one]) {
      await silence();
      expect(await store.accounts.retake(owed)).toBe('r');
    }
    await one.accounts.answered('r', false);
    expect(await two.accounts.retake(owed)).toBe('r');
    await two.accounts.answered('r', false);
    expect(await one.accounts.retake(owed)).toBeUndefined();
  });

  test('spend one wallet and one account once', async () => {
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, nonce) => claim(nonce % 2 ? one : two, nonce, 35n)),
    );
    expect(claims.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(3);

    await one.accounts.create({ id: 'alice', key: 'k', balance: 35n });
    const call = { account: 'alice', amount: 10n, route: 'POST /a', operation: 'a', expiresAt: 9 };
    const reserve = (store: Store, id: number) => store.accounts.reserve({ ...call, id: `${id}` }, 0);
    const reserved = await Promise.all(Array.from({ length: 40 }, (_, id) => reserve(id % 2 ? one : two, id)));
    expect(reserved.filter(Boolean)).toHaveLength(3);
    expect(await two.accounts.unfinished()).toEqual([]);
    await silence();
    const left = [...(await one.accounts.unfinished()), ...(await two.accounts.unfinished())];
    expect(left).toHaveLength(3);
  });
});

describe.runIf(server)('migrations of PostgreSQL', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(url);
  });
  afterEach(() => database.close());

  test('bring a database of every version forward once, and refuse one of a later release', async () => {
    const record = { kind: 'k', id: 'r', owner: '0xb', data: {} };
    for (const version of migrations.keys()) {
      await migrate(database, migrations.slice(0, version + 1));
      const known = [
        `insert into records (kind, id, owner, data) values ('k', 'r', '0xb', '{}') on conflict do nothing`,
      ];
      for (const each of known) await database.query(each);
    }
    const later = [...migrations, ['alter table records add column later text', `update records set later = 'x'`]];
    const running = await open();
    expect(await running.records.list('k')).toEqual([record]);
    await Promise.all([1, 2, 3, 4].map(() => migrate(database, later)));
    // A process of the earlier release goes on.
    expect(await running.records.list('k')).toEqual([record]);
    await running.close();
    await expect(open()).rejects.toThrow('later release');
    await database.query('update schema_version set version = $1', migrations.length);
    const store = await open();
    expect(await store.records.list('k')).toEqual([record]);
    await store.close();
  });
});
