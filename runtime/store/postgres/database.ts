import type { Pool, QueryConfig } from 'pg';
import type { Row } from '../rows.ts';

/** Runs one statement, whose parameters are `$1`, `$2` and so on; the rows that it returns. */
export type Query = (sql: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

type Prepare = (text: string, values: readonly unknown[]) => QueryConfig;

/** A PostgreSQL database, or one that speaks its protocol. */
export interface Database {
  /** Runs one statement as a unit of its own. */
  readonly query: Query;
  /**
   * Runs statements as one unit; resolves once it is durable, rejects with nothing of it kept.
   *
   * `work` runs again where the database broke the unit off in favour of another, so it must have no other effect.
   */
  unit<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Serialization failure and deadlock: the database asks for the unit to be run again. */
const again = new Set<unknown>(['40001', '40P01']);
/** A newer release has migrated a table since the statement was planned. */
const otherColumns = '0A000';
const maxAttempts = 20;

/** Connections of one process; each works on one unit at a time. */
const maxConnections = 16;

/** Opens connections to a database by its URL. Needs the optional peer `pg`. */
export async function openDatabase(url: string): Promise<Database> {
  const { Pool, types } = (await import('pg')).default;
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    types: {
      // An integer is a `bigint`, as in the embedded store.
      getTypeParser: (type, format) => (type === types.builtins.INT8 ? BigInt : types.getTypeParser(type, format)),
    },
  });
  // A connection that breaks while nothing uses it is replaced when the next one is needed.
  pool.on('error', () => undefined);

  const { prepare, forget } = createNames();
  const repeat = <Result>(work: () => Promise<Result>) => repeated(work, forget);

  return {
    query: (sql, ...values) => repeat(async () => (await pool.query<Row>(prepare(sql, values))).rows),
    unit: (work) => repeat(() => unit(pool, prepare, work)),
    close: () => pool.end(),
  };
}

async function unit<Result>(pool: Pool, prepare: Prepare, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(async (sql, ...values) => (await client.query<Row>(prepare(sql, values))).rows);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const isBack = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isBack);
    throw error;
  }
}

/** Gives statements names, under which each connection parses and plans them once. */
function createNames(): { prepare: Prepare; forget(): void } {
  const names = new Map<string, string>();
  let given = 0;
  return {
    prepare(text, values) {
      const name = names.get(text) ?? `s${given}`;
      if (!names.has(text)) given += 1;
      names.set(text, name);
      return { name, text, values: [...values] };
    },
    forget: () => names.clear(),
  };
}

async function repeated<Result>(work: () => Promise<Result>, forget: () => void): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (run === maxAttempts || !(again.has(code) || code === otherColumns)) throw error;
      if (code === otherColumns) forget();
    }
  }
}

/** The code of an error that the database reports. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** True if a statement failed because a unique key was taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}
