import { hash } from 'node:crypto';
import type { Account, AccountStore } from '../accounts.ts';
import { readAccount, readReservation, readUsage } from '../rows.ts';
import type { Connection } from './connection.ts';
import { createOwedCalls } from './owed.ts';
import { settlesRecords } from './records.ts';

const columns =
  'id, balance, spent, (select coalesce(sum(amount), 0) from reservations where account = accounts.id) as reserved';

/** Accounts, reservations and usage in the embedded store. */
export function createAccountStore(connection: Connection): AccountStore {
  const statements = prepareStatements(connection);
  const settleRecords = settlesRecords(connection);
  const owed = createOwedCalls(connection);

  function find(id: string): Account | undefined {
    const row = statements.byId.get(id);
    return row && readAccount(row);
  }

  return {
    create: ({ id, key, balance }) =>
      connection.write(() => {
        const keyHash = hash('sha256', key);
        statements.insert.run(id, keyHash, balance);
        const row = statements.byKey.get(keyHash);
        if (!row) throw new Error(`The account ${id} was not stored.`);
        return readAccount(row);
      }),
    findByKey: (key) =>
      connection.read(() => {
        const row = statements.byKey.get(hash('sha256', key));
        return row && readAccount(row);
      }),
    find: (id) => connection.read(() => find(id)),
    reserve: ({ id, account, amount, route, operation, expiresAt, fingerprint = null }, now) =>
      connection.write(() => {
        statements.expire.run(account, now);
        const owner = find(account);
        if (!owner || owner.balance - owner.reserved < amount) return false;
        statements.reserve.run(id, account, amount, route, operation, expiresAt, fingerprint);
        return true;
      }),
    hold: async (id) => void (await connection.run(statements.hold, id)),
    findReservation: (id) =>
      connection.read(() => {
        const row = statements.reservation.get(id);
        return row && readReservation(row);
      }),
    charge: (id, { account, at, route, operation, amount, data, ...row }) =>
      connection.write(() => {
        owed.owe(id, at);
        if (statements.release.run(id).changes === 0n) return false;
        settleRecords(id);
        statements.spend.run(amount, account);
        statements.record.run(row.id, account, at, route, operation, amount, JSON.stringify(data));
        return true;
      }),
    retake: owed.retake,
    answered: owed.answered,
    release: (id) =>
      connection.write(() => {
        statements.release.run(id);
        owed.fail(id);
      }),
    unfinished: () => connection.read(() => statements.unfinished.all().map(readReservation)),
    hasUsage: (id) => connection.read(() => statements.byUsage.get(id) !== undefined),
    usage: (account, from, to) => connection.read(() => statements.usage.all(account, from, to).map(readUsage)),
  };
}

function prepareStatements({ prepare }: Connection) {
  return {
    byKey: prepare(`select ${columns} from accounts where key_hash = ?`),
    byId: prepare(`select ${columns} from accounts where id = ?`),
    insert: prepare('insert into accounts (id, key_hash, balance) values (?, ?, ?) on conflict (key_hash) do nothing'),
    reserve: prepare(
      'insert into reservations (id, account, amount, route, operation, expires_at, fingerprint) values (?, ?, ?, ?, ?, ?, ?)',
    ),
    reservation: prepare('select *, held as is_left from reservations where id = ?'),
    hold: prepare('update reservations set held = 1, fingerprint = null where id = ?'),
    release: prepare('delete from reservations where id = ?'),
    spend: prepare('update accounts set balance = balance - ?1, spent = spent + ?1 where id = ?2'),
    record: prepare('insert into usage (id, account, at, route, operation, amount, data) values (?, ?, ?, ?, ?, ?, ?)'),
    expire: prepare('delete from reservations where account = ? and expires_at <= ?'),
    byUsage: prepare('select 1 from usage where id = ?'),
    unfinished: prepare('select * from reservations where held = 0'),
    usage: prepare('select * from usage where account = ? and at >= ? and at < ? order by at, sequence'),
  };
}
