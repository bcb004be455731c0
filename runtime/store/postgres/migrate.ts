import { integer } from '../rows/row.ts';
import { codeOf, type Database } from './database.ts';

/** A table that another process is creating at the same time. */
const takenNames = new Set<unknown>(['23505', '42P07']);

const versionTable = `create table if not exists schema_version (one bigint primary key, version bigint not null)`;
const presenceTable = `create table if not exists processes (id text primary key, seen_at timestamptz not null)`;

/**
 * Brings a database to the newest version, in one unit; throws for one that a later release has written.
 *
 * Of several processes that open it at once, one migrates and the others wait.
 */
export async function migrate({ query, unit }: Database, migrations: readonly (readonly string[])[]): Promise<void> {
  for (const table of [versionTable, presenceTable]) {
    await query(table).catch((error: unknown) => {
      if (!takenNames.has(codeOf(error))) throw error;
    });
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
