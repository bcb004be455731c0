import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owned, printed, user } from './postgres-programs.ts';

/** A pooler that gives each transaction any of its connections. */
export interface Pooler {
  /** URL of the same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Connections to the database: fewer than a gateway has to the pooler, so that transactions share them. */
const poolSize = 6;

/**
 * Starts PgBouncer before the database of this URL, in transaction mode.
 *
 * `undefined` where it is not installed; the reason is printed.
 */
export async function startPgBouncer(url: string): Promise<Pooler | undefined> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) {
    console.warn('PgBouncer is not tested: it is not installed. The package of Debian is called pgbouncer.');
    return undefined;
  }
  const folder = owned(mkdtempSync(join(tmpdir(), 'pgbouncer-')));
  const target = new URL(url);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `
[databases]
* = host=${target.searchParams.get('host')} user=${target.username}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 5432
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
; By default the pooler waits 15 seconds before it connects again, and a call fails after five.
server_login_retry = 1
`,
  );
  const pooler = spawn('pgbouncer', [file], { ...user, cwd: folder });
  await printed(pooler, /process up/);
  target.searchParams.set('host', folder);
  return {
    url: target.href,
    async stop() {
      const gone = new Promise((resolve) => pooler.once('exit', resolve));
      pooler.kill('SIGINT');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}
