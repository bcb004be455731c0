import type { JobStore } from '../jobs.ts';
import { readJob } from '../rows.ts';
import type { Connection } from './connection.ts';

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
    move: async (id, from, to, data) =>
      (await connection.run(move, to, data ? JSON.stringify(data) : null, id, JSON.stringify(from))) === 1n,
    ofOwner: (machine, owner) => connection.read(() => ofOwner.all(machine, owner).map(readJob)),
  };
}
