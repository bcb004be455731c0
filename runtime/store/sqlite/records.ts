import type { RecordStore, StoredRecord } from '../records.ts';
import type { Connection } from './connection.ts';
import { object, type Row, text } from './row.ts';

/** Records in the embedded store. */
export function createRecordStore(connection: Connection): RecordStore {
  const put = connection.prepare(
    'insert into records (kind, id, owner, data) values (?, ?, ?, ?) on conflict (kind, id) do update set owner = excluded.owner, data = excluded.data',
  );
  const insert = connection.prepare('insert or ignore into records (kind, id, owner, data) values (?, ?, ?, ?)');
  const find = connection.prepare('select * from records where kind = ? and id = ?');
  const list = connection.prepare('select * from records where kind = ? order by sequence');
  const ofOwner = connection.prepare('select * from records where kind = ? and owner = ? order by sequence');
  const remove = connection.prepare('delete from records where kind = ?1 and id = ?2 and (?3 is null or data = ?3)');

  return {
    put: ({ kind, id, owner, data }) => connection.write(() => void put.run(kind, id, owner, JSON.stringify(data))),
    insert: ({ kind, id, owner, data }) =>
      connection.write(() => insert.run(kind, id, owner, JSON.stringify(data)).changes === 1n),
    find: (kind, id) =>
      connection.read(() => {
        const row = find.get(kind, id);
        return row && readRecord(row);
      }),
    list: (kind, owner) =>
      connection.read(() => (owner === undefined ? list.all(kind) : ofOwner.all(kind, owner)).map(readRecord)),
    remove: (kind, id, data) =>
      connection.write(() => remove.run(kind, id, data === undefined ? null : JSON.stringify(data)).changes === 1n),
  };
}

function readRecord(row: Row): StoredRecord {
  return { kind: text(row, 'kind'), id: text(row, 'id'), owner: text(row, 'owner'), data: object(row, 'data') };
}
