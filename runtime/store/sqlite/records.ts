import { type RecordStore, type StoredRecord, undone } from '../records.ts';
import { readRecord } from '../rows.ts';
import type { Connection } from './connection.ts';

/** Records in the embedded store. */
export function createRecordStore(connection: Connection): RecordStore {
  // A claim that has settled has paid for what is stored after it, too.
  const columns = `(kind, id, owner, data, claim, settled, tx_hash) values (?1, ?2, ?3, ?4, ?5,
    ?5 is null or exists (select 1 from claims where id = ?5 and state in ('owed', 'settled')),
    (select tx_hash from claims where id = ?5 and state in ('owed', 'settled')))`;
  const put = connection.prepare(
    `insert into records ${columns} on conflict (kind, id) do update set owner = excluded.owner, data = excluded.data, claim = excluded.claim, settled = excluded.settled, tx_hash = coalesce(excluded.tx_hash, tx_hash)`,
  );
  const insert = connection.prepare(`insert or ignore into records ${columns}`);
  const find = connection.prepare('select * from records where kind = ? and id = ? and settled = 1');
  const list = connection.prepare('select * from records where kind = ? and settled = 1 order by sequence');
  const ofOwner = connection.prepare(
    'select * from records where kind = ? and owner = ? and settled = 1 order by sequence',
  );
  const ofClaim = connection.prepare('select * from records where claim = ? order by sequence');
  const unsettled = connection.prepare('select * from records where settled = 0 order by sequence');
  const unbind = connection.prepare(
    `update records set claim = '${undone}' where kind = ?1 and id = ?2 and claim = ?3 and settled = 0
    and not exists (select 1 from claims where id = ?3 and state <> 'released')
    and not exists (select 1 from reservations where id = ?3)`,
  );
  const remove = connection.prepare('delete from records where kind = ?1 and id = ?2 and (?3 is null or data = ?3)');
  const values = ({ kind, id, owner, data, claim }: StoredRecord) =>
    [kind, id, owner, JSON.stringify(data), claim ?? null] as const;

  return {
    put: async (record) => void (await connection.run(put, ...values(record))),
    insert: async (record) => (await connection.run(insert, ...values(record))) === 1n,
    find: (kind, id) =>
      connection.read(() => {
        const row = find.get(kind, id);
        return row && readRecord(row);
      }),
    list: (kind, owner) =>
      connection.read(() => (owner === undefined ? list.all(kind) : ofOwner.all(kind, owner)).map(readRecord)),
    ofClaim: (claim) => connection.read(() => ofClaim.all(claim).map(readRecord)),
    unsettled: () => connection.read(() => unsettled.all().map(readRecord)),
    unbind: async ({ kind, id, claim }) => (await connection.run(unbind, kind, id, claim ?? null)) === 1n,
    remove: async (kind, id, data) =>
      (await connection.run(remove, kind, id, data === undefined ? null : JSON.stringify(data))) === 1n,
  };
}

/** Within a write: records that a claim pays for are paid, by a transaction where there is one. */
export function settlesRecords(connection: Connection): (claim: string, txHash?: string) => void {
  const settle = connection.prepare('update records set settled = 1, tx_hash = ? where claim = ? and settled = 0');
  return (claim, txHash) => void settle.run(txHash ?? null, claim);
}
