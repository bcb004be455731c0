import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../../operation/payment.ts';
import { describePay } from '../../testing/pay-suite.ts';
import { describePurge } from '../../testing/purge-suite.ts';
import { describeStore } from '../../testing/store-suite.ts';
import { openConnection } from './connection.ts';
import { openSqliteStore } from './open.ts';
import { migrations } from './schema.ts';

const payment: Payment = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0xa',
  payer: '0xb',
  payTo: '0xc',
  amount: 5n,
  nonce: '0x01',
  validAfter: 0,
  validBefore: 9_999_999_999,
  proof: { signature: '0xs' },
};

const open = async () => openSqliteStore({ file: ':memory:', defaultBalance: 100n });
describeStore('the embedded store', open);
describePay('the embedded store', open);
describePurge('the embedded store', open);

test('an owed answer that ended processes left is owed on, and counts as no repeat', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'owed-'));
  const reopen = () => openSqliteStore({ file: join(folder, 'store.db'), defaultBalance: 100n });
  const call = { account: 'alice', amount: 1n, route: 'POST /a', operation: 'a', expiresAt: 9, fingerprint: 'f' };
  const owed = { account: 'alice', fingerprint: 'f', since: 0, repeats: 1 };
  let store = await reopen();
  await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
  await store.accounts.reserve({ ...call, id: 'r' }, 0);
  await store.accounts.charge('r', { ...call, id: 'row', at: 5, data: {} });
  for (let crash = 1; crash <= 4; crash += 1) {
    await store.close();
    store = await reopen();
    expect(await store.accounts.retake(owed)).toBe('r');
  }
  await store.accounts.answered('r', false);
  expect(await store.accounts.retake(owed)).toBe('r');
  await store.accounts.answered('r', false);
  expect(await store.accounts.retake(owed)).toBeUndefined();
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('openConnection', () => {
  test('keeps nothing of a unit that fails, and all of those beside it', async () => {
    const connection = openConnection(':memory:', ['create table t (n integer primary key) strict;']);
    const insert = connection.prepare('insert into t values (?)');
    const outcomes = await Promise.allSettled([
      connection.write(() => insert.run(1)),
      connection.write(() => {
        insert.run(2);
        insert.run(1);
      }),
      connection.write(() => insert.run(3)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const all = connection.prepare('select n from t');
    expect((await connection.read(() => all.all())).map(({ n }) => n)).toEqual([1n, 3n]);
    await connection.close();
  });

  test('tells of no write whose commit failed', async () => {
    const schema =
      'create table p (n integer primary key) strict; create table t (n references p deferrable initially deferred);';
    const connection = openConnection(':memory:', [schema]);
    const insert = connection.prepare('insert into t values (7)');
    await expect(connection.write(() => insert.run())).rejects.toThrow(/FOREIGN KEY/);
    const all = connection.prepare('select n from t');
    expect(await connection.read(() => all.all())).toEqual([]);
    await connection.close();
  });
});

describe('openSqliteStore', () => {
  test('opens the files of every version, and none of a later release', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'versions-'));
    const file = join(folder, 'store.db');
    const first = openConnection(file, migrations.slice(0, 1));
    first.prepare(`insert into records (kind, id, owner, data) values ('k', 'r', '0xb', '{}')`).run();
    const { network, asset, payer, nonce, payTo } = payment;
    first
      .prepare(`insert into claims values ('c', ?, ?, ?, ?, 5, ?, ?, 'f', 'settled', 0, '{}', '0xt')`)
      .run(network, asset, payer, nonce, payment.validBefore, JSON.stringify({ ...payment, amount: '5' }));
    first
      .prepare(`insert into transfers values (1, ?, ?, ?, ?, ?, 5, '0xt', 'POST /r', 1)`)
      .run(network, asset, payer, nonce, payTo);
    first.prepare('pragma user_version = 0').run();
    await first.close();

    for (const _ of ['migrated', 'as it is']) {
      const store = openSqliteStore({ file, defaultBalance: 0n });
      expect(await store.records.list('k')).toEqual([{ kind: 'k', id: 'r', owner: '0xb', data: {} }]);
      const again = { id: 'd', payment, fingerprint: 'f', reusable: ['released' as const], now: 1 };
      expect(await store.claims.claim(again)).toMatchObject({ outcome: 'replayed', claim: { id: 'c', payment } });
      expect(await store.ledger.transferOf(payment)).toMatchObject({ txHash: '0xt', amount: 5n });
      await store.close();
    }
    await openConnection(file, [...migrations, 'select 1;']).close();
    expect(() => openSqliteStore({ file, defaultBalance: 0n })).toThrow('later release');
    rmSync(folder, { recursive: true });
  });
});
