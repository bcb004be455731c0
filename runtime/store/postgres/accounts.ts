import { hash } from 'node:crypto';
import type { Account, AccountStore } from '../accounts.ts';
import { integer, readAccount, readReservation, readUsage, text } from '../rows.ts';
import type { Database } from './database.ts';
import { createOwedCalls, failOwed, owe } from './owed.ts';
import { isFree } from './presence.ts';
import { settleRecords } from './records.ts';

const byKey = `select accounts.* from account_keys join accounts on accounts.id = account_keys.account where key_hash = $1`;
/** Reserves from the balance minus open reservations, in one statement that locks the row until the unit ends. */
const setAside = 'update accounts set reserved = reserved + $2 where id = $1 and balance - reserved >= $2 returning id';
const giveBack = 'update accounts set reserved = reserved - $2 where id = $1';
const spend = `
  update accounts set reserved = reserved - $2, balance = balance - $3, spent = spent + $3 where id = $1`;
const insert = `
  insert into reservations (id, account, amount, route, operation, expires_at, fingerprint, process)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const expire = 'delete from reservations where account = $1 and expires_at <= $2 returning amount';
const end = 'delete from reservations where id = $1 returning account, amount';
const record = `
  insert into usage (id, account, at, route, operation, amount, data) values ($1, $2, $3, $4, $5, $6, $7)`;
const usage = 'select * from usage where account = $1 and at >= $2 and at < $3 order by at, sequence';
const find = `select *, held and ${isFree('reservations')} as is_left from reservations where id = $2`;
const unfinished = `
  select * from reservations where not held and process is distinct from $1 and ${isFree('reservations')}`;

/** Accounts, reservations and usage in PostgreSQL. */
export function createAccountStore(database: Database): AccountStore {
  const { process, query, write, unit } = database;
  return {
    create: (account) => createAccount(database, account),
    async findByKey(key) {
      const [row] = await query(byKey, hash('sha256', key));
      return row && readAccount(row);
    },
    async find(id) {
      const [row] = await query('select * from accounts where id = $1', id);
      return row && readAccount(row);
    },
    reserve: ({ id, account, amount, route, operation, expiresAt, fingerprint = null }, now) =>
      unit(async (run) => {
        const ended = await run(expire, account, now);
        const freed = ended.reduce((sum, row) => sum + integer(row, 'amount'), 0n);
        if (freed > 0n) await run(giveBack, account, freed);
        if ((await run(setAside, account, amount)).length === 0) return false;
        await run(insert, id, account, amount, route, operation, expiresAt, fingerprint, process);
        return true;
      }),
    async hold(id) {
      await write(
        'update reservations set held = true, process = null, fingerprint = null where id = $1 returning id',
        id,
      );
    },
    async findReservation(id) {
      const [row] = await query(find, process, id);
      return row && readReservation(row);
    },
    charge: (id, { account, at, route, operation, amount, data, ...row }) =>
      unit(async (run) => {
        await owe(run, process, id, at);
        const [ended] = await run(end, id);
        if (!ended) return false;
        await settleRecords(run, id);
        await run(spend, account, integer(ended, 'amount'), amount);
        await run(record, row.id, account, at, route, operation, amount, JSON.stringify(data));
        return true;
      }),
    ...createOwedCalls(database),
    release: (id) =>
      unit(async (run) => {
        await failOwed(run, id);
        const [ended] = await run(end, id);
        if (ended) await run(giveBack, text(ended, 'account'), integer(ended, 'amount'));
      }),
    unfinished: async () => (await query(unfinished, process)).map(readReservation),
    hasUsage: async (id) => (await query('select id from usage where id = $1', id)).length > 0,
    usage: async (account, from, to) => (await query(usage, account, from, to)).map(readUsage),
  };
}

async function createAccount(
  { query, unit }: Database,
  { id, key, balance }: Parameters<AccountStore['create']>[0],
): Promise<Account> {
  const keyHash = hash('sha256', key);
  await unit(async (run) => {
    const [taken] = await run(
      'insert into account_keys (key_hash, account) values ($1, $2) on conflict (key_hash) do nothing returning account',
      keyHash,
      id,
    );
    if (taken) await run('insert into accounts (id, balance) values ($1, $2)', id, balance);
  });
  const [row] = await query(byKey, keyHash);
  if (!row) throw new Error(`The account ${id} was removed while it was created.`);
  return readAccount(row);
}
