/** Connections that are lost, at every message of every operation of the store. */

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentOf } from '../../testing/payment.ts';
import { type PostgresProxy, startPostgresProxy } from '../../testing/postgres-proxy.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { reusable } from '../../testing/store-suite.ts';
import type { Store } from '../store.ts';
import { type Database, openDatabase } from './database.ts';
import { openPostgresStore } from './open.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

let proxy: PostgresProxy;
let store: Store;
let database: Database;
beforeEach(async () => {
  const url = (await server?.createDatabase()) ?? '';
  proxy = await startPostgresProxy(url);
  [store, database] = await Promise.all([
    openPostgresStore({ url: proxy.url, defaultBalance: 100n }),
    openDatabase(url),
  ]);
});
afterEach(async () => {
  await store.close();
  await database.close();
  await proxy.close();
});

const call = { account: 'alice', amount: 4n, route: 'POST /a', operation: 'a', expiresAt: 9 };
const payment = paymentOf(1, 10n);
const record = { kind: 'k', id: 'r', owner: '0xb', data: {} };
const job = { id: 'j', machine: 'm', state: 'queued', owner: '0xb', createdAt: 5, data: {} };
/** Operations that change the store, in an order in which each succeeds; most would not a second time. */
const operations: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ['create', async ({ accounts }) => (await accounts.create({ id: 'alice', key: 'k', balance: 10n })).balance],
  ['reserve', ({ accounts }) => accounts.reserve({ ...call, id: 'r' }, 0)],
  ['reserve', ({ accounts }) => accounts.reserve({ ...call, id: 's' }, 0)],
  ['charge', ({ accounts }) => accounts.charge('r', { ...call, id: 'u', at: 0, amount: 3n, data: {} })],
  ['release', ({ accounts }) => accounts.release('s')],
  [
    'claim',
    async ({ claims }) =>
      (await claims.claim({ id: 'c', payment, fingerprint: 'a', balance: 100n, reusable, now: 1 })).outcome,
  ],
  ['setReplay', ({ claims }) => claims.setReplay('c', { job: 'j' })],
  ['insert', ({ records }) => records.insert({ ...record, claim: 'c' })],
  ['pay', ({ pay }) => pay({ id: 'c', from: 'claimed', to: 'owed' }, payment, '0xt', 'POST /a', 7)],
  ['move', ({ claims }) => claims.move('c', ['owed'], 'settled')],
  ['remove', ({ records }) => records.remove('k', 'r')],
  ['start', ({ jobs }) => jobs.insert({ ...job, claim: 'c' }, { holds: true })],
  ['step', ({ jobs }) => jobs.move('j', ['queued'], 'done')],
  ['fund', ({ ledger }) => ledger.fund('0xd', 7n)],
  ['transfer', ({ ledger }) => ledger.transfer(paymentOf(2, 1n), '0x2', 'POST /a', 0)],
  ['record', ({ ledger }) => ledger.record(paymentOf(3, 1n), '0x3', 'POST /a', 0)],
];

/** Everything that a caller can see of a store. */
async function stateOf({ accounts, claims, ledger, jobs, records }: Store) {
  return [
    await accounts.find('alice'),
    await accounts.usage('alice', 0, 9),
    await claims.find('c'),
    await ledger.transfers(),
    await Promise.all(['0xb', '0xc', '0xd'].map((address) => ledger.balance(address))),
    await jobs.find('j'),
    await records.find('k', 'r'),
  ];
}

describe.runIf(server)('a store on PostgreSQL', () => {
  test.each(['answer', 'message'] as const)('does everything once, whichever %s is lost', async (what) => {
    const expected: unknown[] = [];
    for (const [, operation] of operations) expected.push([await operation(store), await stateOf(store)]);

    let isLost = true;
    for (let at = 0; isLost; at += 1) {
      await store.reset();
      const seen: unknown[] = [];
      isLost = false;
      for (const [, operation] of operations) {
        void proxy.lose(at, what);
        const result = await operation(store);
        isLost ||= proxy.count() > at;
        // The state is read without losses.
        void proxy.lose(-1, what);
        seen.push([result, await stateOf(store)]);
      }
      expect(seen, `message ${at}`).toEqual(expected);
    }
  });

  test('survives back ends that are terminated while it works', async () => {
    let isOver = false;
    let claimed = 0;
    const terminate = `
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    const terminating = (async () => {
      for (let round = 0; round < 20; round += 1) {
        await database.query(terminate);
        const before = claimed;
        await expect.poll(() => claimed, { interval: 1 }).toBeGreaterThan(before + 8);
      }
      isOver = true;
    })();
    const claim = async () => {
      while (!isOver) {
        claimed += 1;
        const { outcome } = await store.claims.claim({
          id: `${claimed}`,
          payment: { ...paymentOf(claimed, 1n), payer: `0x${claimed}` },
          fingerprint: 'a',
          balance: 1n,
          reusable,
          now: 1,
        });
        expect(outcome).toBe('claimed');
      }
    };
    await Promise.all([terminating, ...Array.from({ length: 8 }, claim)]);
    const [row] = await database.query('select count(*) as count from claims');
    expect(Number(row?.count)).toBe(claimed);
  });
});
