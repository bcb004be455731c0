import { integer } from '../rows.ts';
import type { Database } from './database.ts';

/** Tables that are not of a version: the first that a process creates. */
const unversioned = {
  schema_version: '(one bigint primary key, version bigint not null)',
  processes: '(id text primary key, seen_at timestamptz not null)',
  units: '(process text, number bigint, rows bigint not null, primary key (process, number))',
};

/**
 * Brings a database to the newest version, in one unit; throws for one that a later release has written.
 *
 * Of several processes that open it at once, one migrates and the others wait.
 */
export async function migrate({ query, unit }: Database, migrations: readonly (readonly string[])[]): Promise<void> {
  for (const [name, columns] of Object.entries(unversioned)) {
    try {
      await query(`create table if not exists ${name} ${columns}`);
    } catch (error) {
      // Databases report in several ways that another process has created it meanwhile.
      const isThere = await query(`select 1 from ${name} limit 1`).catch(() => undefined);
      if (!isThere) throw error;
    }
  }
  await query('insert into schema_version (one, version) values (1, 0) on conflict (one) do nothing');
  await unit(async (run) => {
    const [row] = await run('select version from schema_version where one = 1 for update');
    const version = row ? Number(integer(row, 'version')) : 0;
    if (version > migrations.length) throw new Error(`it was written by a later release (version ${version})`);
    for (const step of migrations.slice(version).flat()) await run(step);
    await run('update schema_version set version = $1 where one = 1', migrations.length);
  });
}
