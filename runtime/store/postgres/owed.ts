import type { AccountStore } from '../accounts.ts';
import { text } from '../rows.ts';
import type { Database } from './database.ts';
import { isFree } from './presence.ts';
import type { Query } from './statements.ts';

const insert = `
  insert into owed_calls (reservation, account, fingerprint, at, process)
  select id, account, fingerprint, $2, $3 from reservations where id = $1 and fingerprint is not null`;
const undo = 'update owed_calls set process = null, repeats = greatest(repeats - 1, 0) where reservation = $1';
const isLeft = `process is distinct from $1 and ${isFree('owed_calls')}`;
/** Repeats with the next one. What an ended process left was not delivered by no fault of the caller, so it does not count. */
const next = 'repeats + case when process is null then 1 else 0 end';
const find = `
  select reservation from owed_calls
  where account = $2 and fingerprint = $3 and at >= $4 and ${next} <= $5 and ${isLeft} order by at limit 1`;
const take = `
  update owed_calls set process = $1, repeats = ${next} where reservation = $2 and ${isLeft} returning reservation`;
const deliver = 'delete from owed_calls where reservation = $1 returning reservation';
const leave = 'update owed_calls set process = null where reservation = $1 returning reservation';

/** Answers that are owed for charged calls, in PostgreSQL. */
export function createOwedCalls({ process, query, write }: Database): Pick<AccountStore, 'retake' | 'answered'> {
  return {
    async retake({ account, fingerprint, since, repeats }) {
      // Nothing is owed for most calls, and none of those takes a lock.
      const [row] = await query(find, process, account, fingerprint, since, repeats);
      if (!row) return undefined;
      const id = text(row, 'reservation');
      return (await write(take, process, id)) === 1 ? id : undefined;
    },
    async answered(id, whole) {
      await write(whole ? deliver : leave, id);
    },
  };
}

/** Within a unit, before a reservation ends: its request is owed the answer. */
export async function owe(run: Query, process: string, reservation: string, at: number): Promise<void> {
  await run(insert, reservation, at, process);
}

/** Within a unit: a call that failed does not count as a repeat. */
export async function failOwed(run: Query, reservation: string): Promise<void> {
  await run(undo, reservation);
}
