import type { Job, JobStore } from '../jobs.ts';
import type { Connection } from './connection.ts';
import { integer, object, type Row, text } from './row.ts';

/** Jobs in the embedded store. */
export function createJobStore(connection: Connection): JobStore {
  const insert = connection.prepare(
    'insert into jobs (id, machine, state, owner, claim, created_at, data) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const byId = connection.prepare('select * from jobs where id = ?');
  const byClaim = connection.prepare('select * from jobs where claim = ? order by sequence desc limit 1');
  const holds = ['claims', 'reservations'].map((table) =>
    connection.prepare(`update ${table} set held = 1 where id = ?`),
  );
  const move = connection.prepare(
    'update jobs set state = ?, data = coalesce(?, data) where id = ? and state in (select value from json_each(?))',
  );
  const ofOwner = connection.prepare('select * from jobs where machine = ? and owner = ? order by sequence');

  return {
    insert: ({ id, machine, state, owner, claim, createdAt, data }, options) =>
      connection.write(() => {
        insert.run(id, machine, state, owner, claim ?? null, createdAt, JSON.stringify(data));
        if (options?.holds) for (const hold of holds) hold.run(claim ?? null);
      }),
    ofClaim: (claim) =>
      connection.read(() => {
        const row = byClaim.get(claim);
        return row && readJob(row);
      }),
    find: (id) =>
      connection.read(() => {
        const row = byId.get(id);
        return row && readJob(row);
      }),
    move: (id, from, to, data) =>
      connection.write(() => move.run(to, data ? JSON.stringify(data) : null, id, JSON.stringify(from)).changes === 1n),
    ofOwner: (machine, owner) => connection.read(() => ofOwner.all(machine, owner).map(readJob)),
  };
}

function readJob(row: Row): Job {
  return {
    id: text(row, 'id'),
    machine: text(row, 'machine'),
    state: text(row, 'state'),
    owner: text(row, 'owner'),
    createdAt: Number(integer(row, 'created_at')),
    data: object(row, 'data'),
    ...(row.claim === null ? {} : { claim: text(row, 'claim') }),
  };
}
