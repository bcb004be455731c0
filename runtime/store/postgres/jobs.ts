import type { JobStore } from '../jobs.ts';
import { readJob } from '../rows.ts';
import type { Database } from './database.ts';

const insert = `
  insert into jobs (id, machine, state, owner, claim, created_at, data) values ($1, $2, $3, $4, $5, $6, $7) returning id`;
const move = 'update jobs set state = $2, data = coalesce($3, data) where id = $1 and state = any($4) returning id';

/** Jobs in PostgreSQL. */
export function createJobStore({ query, write, unit }: Database): JobStore {
  return {
    async insert({ id, machine, state, owner, claim, createdAt, data }, options) {
      const values = [id, machine, state, owner, claim ?? null, createdAt, JSON.stringify(data)];
      if (claim === undefined || !options?.holds) return void (await write(insert, ...values));
      await unit(async (run) => {
        await run(insert, ...values);
        await run('update claims set held = true, process = null where id = $1', claim);
        // Its call is at work until the job is accepted, which ends the call.
        await run('update reservations set held = true where id = $1', claim);
      });
    },
    async find(id) {
      const [row] = await query('select * from jobs where id = $1', id);
      return row && readJob(row);
    },
    async ofClaim(claim) {
      const [row] = await query('select * from jobs where claim = $1 order by sequence desc limit 1', claim);
      return row && readJob(row);
    },
    move: async (id, from, to, data) => (await write(move, id, to, data ? JSON.stringify(data) : null, from)) === 1,
    ofOwner: async (machine, owner) =>
      (await query('select * from jobs where machine = $1 and owner = $2 order by sequence', machine, owner)).map(
        readJob,
      ),
  };
}
