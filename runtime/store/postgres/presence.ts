import type { Database } from './database.ts';

/** The presence of a process, by which the processes of one database know which of them are running. */
export interface Presence {
  /** Says that this process has ended. */
  end(): Promise<void>;
}

/** Milliseconds of silence after which a process counts as ended. */
export const lease = 5_000;

/**
 * A condition on a row: no other running process is at work on it. `$1` is the id of this process.
 *
 * The time is that of the database, because the clocks of machines may differ. After a silence of more than a lease, a process
 * finds this condition false for the rows that another process has taken over.
 */
export function isFree(table: string): string {
  return `not (${isElsewhere(table)})`;
}

/** A condition on a row: another running process is at work on it. `$1` is the id of this process. */
export function isElsewhere(table: string): string {
  return `(${table}.process is not null and ${table}.process <> $1 and exists (select 1 from processes where processes.id = ${table}.process and seen_at > now() - interval '${lease} milliseconds'))`;
}

/** Registers this process, and again every second. */
export async function joinProcesses({ process: id, query, forgetUnits }: Database): Promise<Presence> {
  const beat = () =>
    query(
      'insert into processes (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = excluded.seen_at',
      id,
    );
  await beat();
  await query(`delete from processes where seen_at < now() - interval '1 day'`);
  await query('delete from units where process not in (select id from processes)');
  // A beat that fails is made up for by the next; until then the lease runs on.
  const timer = setInterval(
    () =>
      void beat()
        .then(forgetUnits)
        .catch(() => undefined),
    1000,
  );
  timer.unref();

  return {
    async end() {
      clearInterval(timer);
      await query('delete from processes where id = $1', id);
    },
  };
}
