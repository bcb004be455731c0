import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { end, findPrograms, initialize, launch, owned, urlOf } from './postgres-programs.ts';
import { query } from './postgres.ts';

/** A PostgreSQL server whose commits wait until its standby has written them too. */
export interface ReplicatedServer {
  /** URL of its one database. */
  readonly url: string;
  /** Ends the server as a crash does, and promotes the standby; returns the URL of the database there. */
  promote(): Promise<string>;
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the state of the standby. */
const interval = 50;

/** Starts a server with a synchronous standby. `undefined` where this machine has no PostgreSQL; the reason is printed. */
export async function startReplicated(): Promise<ReplicatedServer | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const data = initialize(programs);
  const empty = await launch(programs, data);
  await query(urlOf(data, 'postgres'), 'create database test');
  await end(empty, 'SIGINT');

  const copy = join(programs.folder, 'standby');
  execFileSync('cp', ['-a', data, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  owned(join(copy, 'standby.signal'));
  const primary = await launch(programs, data, ['synchronous_standby_names=*', 'wal_keep_size=1GB']);
  const standby = await launch(programs, copy, [`primary_conninfo=host=${data} user=test`]);
  const state = `select from pg_stat_replication where sync_state = 'sync'`;
  while ((await query(urlOf(data, 'postgres'), state)).length === 0) await pause(interval);

  return {
    url: urlOf(data, 'test'),
    async promote() {
      await end(primary, 'SIGQUIT');
      await query(urlOf(copy, 'postgres'), 'select pg_promote()');
      return urlOf(copy, 'test');
    },
    async stop() {
      await Promise.all([end(primary, 'SIGQUIT'), end(standby, 'SIGQUIT')]);
      rmSync(programs.folder, { recursive: true });
    },
  };
}
