import { hash } from 'node:crypto';
import type { Account, AccountStore } from '../accounts.ts';
import { readAccount, readReservation, readUsage } from '../rows.ts';
import type { Connection } from './connection.ts';
import { settlesRecords } from './records.ts';

/** Accounts, reservations and usage in the embedded store. */
export function createAccountStore(connection: Connection): AccountStore {
  const columns =
    'id, balance, spent, (select coalesce(sum(amount), 0) from reservations where account = accounts.id) as reserved';
  const byKey = connection.prepare(`select ${columns} from accounts where key_hash = ?`);
  const byId = connection.prepare(`select ${columns} from accounts where id = ?`);
  const insert = connection.prepare(
    'insert into accounts (id, key_hash, balance) values (?, ?, ?) on conflict (key_hash) do nothing',
  );
  const reserve = connection.prepare(
    'insert into reservations (id, account, amount, route, operation, expires_at) values (?, ?, ?, ?, ?, ?)',
  );
  const reservation = connection.prepare('select * from reservations where id = ?');
  const hold = connection.prepare('update reservations set held = 1 where id = ?');
  const release = connection.prepare('delete from reservations where id = ?');
  const spend = connection.prepare('update accounts set balance = balance - ?1, spent = spent + ?1 where id = ?2');
  const record = connection.prepare(
    'insert into usage (id, account, at, route, operation, amount, data) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const settleRecords = settlesRecords(connection);
  const expire = connection.prepare('delete from reservations where account = ? and expires_at <= ?');
  const byUsage = connection.prepare('select 1 from usage where id = ?');
  const unfinished = connection.prepare('select * from reservations where held = 0');
  const usage = connection.prepare(
    'select * from usage where account = ? and at >= ? and at < ? order by at, sequence',
  );

  function find(id: string): Account | undefined {
    const row = byId.get(id);
    return row && readAccount(row);
  }

  return {
    create: ({ id, key, balance }) =>
      connection.write(() => {
        const keyHash = hash('sha256', key);
        insert.run(id, keyHash, balance);
        const row = byKey.get(keyHash);
        if (!row) throw new Error(`The account ${id} was not stored.`);
        return readAccount(row);
      }),
    findByKey: (key) =>
      connection.read(() => {
        const row = byKey.get(hash('sha256', key));
        return row && readAccount(row);
      }),
    find: (id) => connection.read(() => find(id)),
    reserve: ({ id, account, amount, route, operation, expiresAt }, now) =>
      connection.write(() => {
        expire.run(account, now);
        const owner = find(account);
        if (!owner || owner.balance - owner.reserved < amount) return false;
        reserve.run(id, account, amount, route, operation, expiresAt);
        return true;
      }),
    hold: async (id) => void (await connection.run(hold, id)),
    findReservation: (id) =>
      connection.read(() => {
        const row = reservation.get(id);
        return row && readReservation(row);
      }),
    charge: (id, row) =>
      connection.write(() => {
        if (release.run(id).changes === 0n) return false;
        settleRecords(id);
        spend.run(row.amount, row.account);
        record.run(row.id, row.account, row.at, row.route, row.operation, row.amount, JSON.stringify(row.data));
        return true;
      }),
    release: async (id) => void (await connection.run(release, id)),
    unfinished: () => connection.read(() => unfinished.all().map(readReservation)),
    hasUsage: (id) => connection.read(() => byUsage.get(id) !== undefined),
    usage: (account, from, to) => connection.read(() => usage.all(account, from, to).map(readUsage)),
  };
}
