import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { integer, type Row } from '../rows.ts';
import { answered, ConnectionLost, hasOtherColumns, hasOtherConnection, isConflict } from './failures.ts';
import { type Query, StatementNames, type Write } from './statements.ts';
import { Units } from './units.ts';

/**
 * A PostgreSQL database, or one that speaks its protocol.
 *
 * Work whose connection is lost runs again on another one, for some seconds. If the answer to a commit is lost, the database is
 * asked whether it was made: a promise resolves or rejects only once that is known.
 */
export interface Database {
  /** Id of this process. */
  readonly process: string;
  /** Runs one statement that may run twice: it reads, or does the same the second time. */
  readonly query: Query;
  /** Runs one statement once, as a unit of its own. */
  readonly write: Write;
  /**
   * Runs statements as one unit; resolves once it is durable, rejects with nothing of it kept.
   *
   * `work` runs again where the database broke the unit off, so it must have no other effect.
   */
  unit<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Removes what the database keeps of units that have ended. */
  forgetUnits(): Promise<void>;
  close(): Promise<void>;
}

/** Attempts to run work. */
const maxAttempts = 20;

/** Milliseconds between attempts without a connection, times the number of the attempt: five seconds in all. */
const delay = 25;

/** Connections of one process; each works on one unit at a time. */
const maxConnections = 16;

/** Milliseconds after which a connection that does not answer counts as lost. */
const silence = 20_000;

/** Opens connections to a database by its URL. Needs the optional peer `pg`. `patience`: milliseconds that a statement may take. */
export async function openDatabase(url: string, patience = silence): Promise<Database> {
  const { Pool, types } = (await import('pg')).default;
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: silence,
    query_timeout: patience,
    keepAlive: true,
    types: {
      // An integer is a `bigint`, as in the embedded store.
      getTypeParser: (type, format) => (type === types.builtins.INT8 ? BigInt : types.getTypeParser(type, format)),
    },
  });
  // A connection that breaks while nothing uses it is replaced when the next one is needed.
  pool.on('error', () => undefined);
  // One that breaks within a unit fails the next statement of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PooledDatabase(pool);
}

class PooledDatabase implements Database {
  readonly process = randomUUID();
  readonly #pool: Pool;
  readonly #names = new StatementNames();
  readonly #units = new Units(this.process);
  #isClosed = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  readonly query: Query = (sql, ...values) => this.#repeated(() => this.#run(sql, ...values));

  readonly write: Write = (sql, ...values) =>
    this.#repeated(() =>
      this.#units.number(async (unit) => {
        try {
          const [row] = await this.#run(...this.#units.single(unit, sql, values));
          return row ? Number(integer(row, 'rows')) : 0;
        } catch (error) {
          return this.#outcomeOf(unit, error);
        }
      }),
    );

  readonly unit: Database['unit'] = (work) =>
    this.#repeated(() => this.#units.number((unit) => this.#runUnit(unit, work)));

  readonly forgetUnits = () => this.#units.forget(this.query);

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.end();
  }

  readonly #run: Query = async (sql, ...values) =>
    (await answered(this.#pool.query<Row>(this.#names.configOf(sql, values)))).rows;

  async #runUnit<Result>(unit: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await answered(this.#pool.connect());
    let result: Result;
    try {
      await answered(client.query(this.#units.begin(unit)));
      result = await work(
        async (sql, ...values) => (await answered(client.query<Row>(this.#names.configOf(sql, values)))).rows,
      );
    } catch (error) {
      await endUnit(client, error);
      throw error;
    }
    try {
      await answered(client.query('commit'));
      client.release();
    } catch (error) {
      client.release(true);
      await this.#outcomeOf(unit, error);
    }
    return result;
  }

  /** The rows of a unit whose commit failed with this error, if it was made all the same. Throws the error where it was not. */
  async #outcomeOf(unit: number, error: unknown): Promise<number> {
    if (!(error instanceof ConnectionLost)) throw error;
    const rows = await this.#asked(() => this.#units.rowsOf(this.query, unit));
    if (rows === undefined) throw error;
    return rows;
  }

  /** Asks until there is an answer, or this process closes. */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ConnectionLost) || this.#isClosed) throw error;
      }
    }
  }

  async #repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === maxAttempts || this.#isClosed) throw error;
        if (hasOtherColumns(error)) this.#names.renew();
        else if (hasOtherConnection(error)) this.#names.stop();
        else if (error instanceof ConnectionLost) await pause(attempt * delay);
        else if (!isConflict(error)) throw error;
      }
    }
  }
}

/** Gives back the connection of a unit that failed; one that is lost is closed. */
async function endUnit(client: PoolClient, error: unknown): Promise<void> {
  const isBack =
    !(error instanceof ConnectionLost) &&
    (await client.query('rollback').then(
      () => true,
      () => false,
    ));
  client.release(!isBack);
}
