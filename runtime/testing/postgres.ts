import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { end, findPrograms, initialize, launch, urlOf } from './postgres-programs.ts';

/** A PostgreSQL server of one test file. */
export interface TestServer {
  /** URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends the server as a crash does, and starts it again on its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server. `undefined` where this machine has no PostgreSQL; the reason is printed. */
export async function startPostgres(): Promise<TestServer | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const data = initialize(programs);
  let server = await launch(programs, data);
  let databases = 0;

  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await query(urlOf(data, 'postgres'), `create database ${name}`);
      return urlOf(data, name);
    },
    async restart() {
      await end(server, 'SIGQUIT');
      server = await launch(programs, data);
    },
    async stop() {
      await end(server, 'SIGQUIT');
      rmSync(programs.folder, { recursive: true });
    },
  };
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
