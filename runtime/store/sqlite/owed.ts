import { randomUUID } from 'node:crypto';
import type { AccountStore } from '../accounts.ts';
import { text } from '../rows.ts';
import type { Connection } from './connection.ts';

/** Answers that are owed for charged calls, in the embedded store. */
export interface OwedCalls extends Pick<AccountStore, 'retake' | 'answered'> {
  /** Within a write, before a reservation ends: its request is owed the answer. */
  owe(reservation: string, at: number): void;
  /** Within a write: a call that failed does not count as a repeat. */
  fail(reservation: string): void;
}

/** Creates the owed answers of one process. */
export function createOwedCalls(connection: Connection): OwedCalls {
  const process = randomUUID();
  const owe = connection.prepare(
    'insert into owed_calls (reservation, account, fingerprint, at, process) select id, account, fingerprint, ?, ? from reservations where id = ? and fingerprint is not null',
  );
  const fail = connection.prepare(
    'update owed_calls set process = null, repeats = max(repeats - 1, 0) where reservation = ?',
  );
  // What an ended process left was not delivered by no fault of the caller, so it does not count as a repeat.
  const take = connection.prepare(
    'update owed_calls set process = ?1, repeats = repeats + (process is null) where reservation = (select reservation from owed_calls where account = ?2 and fingerprint = ?3 and at >= ?4 and repeats + (process is null) <= ?5 and process is not ?1 order by at limit 1) returning reservation',
  );
  const deliver = connection.prepare('delete from owed_calls where reservation = ?');
  const leave = connection.prepare('update owed_calls set process = null where reservation = ?');

  return {
    owe: (id, at) => void owe.run(at, process, id),
    fail: (id) => void fail.run(id),
    retake: ({ account, fingerprint, since, repeats }) =>
      connection.writeOnce(() => {
        const row = take.get(process, account, fingerprint, since, repeats);
        return row && text(row, 'reservation');
      }),
    answered: async (id, whole) => void (await connection.run(whole ? deliver : leave, id)),
  };
}
