import { integer } from '../rows.ts';
import type { Query } from './statements.ts';

/** Number of rows of a unit that was asked for before it had committed, and can commit no more. */
const barred = -1;

/**
 * The units of one process, so that it can ask whether one was committed whose answer was lost.
 *
 * Each unit writes a row of its own. Who asks writes the same row: this waits for a unit that is still under way, finds the
 * row of one that was committed, and bars any other, because a key is written once.
 */
export class Units {
  readonly #process: string;
  readonly #running = new Set<number>();
  #last = 0;

  /** `process` is the id of this process, a UUID. */
  constructor(process: string) {
    this.#process = process;
  }

  /** Runs `work` with the number of a new unit. */
  async number<Result>(work: (unit: number) => Promise<Result>): Promise<Result> {
    this.#last += 1;
    const unit = this.#last;
    this.#running.add(unit);
    try {
      return await work(unit);
    } finally {
      this.#running.delete(unit);
    }
  }

  /** The statements that begin a unit of several statements. A connection that breaks within it keeps no locks. */
  begin(unit: number): string {
    return `begin; set local idle_in_transaction_session_timeout = ${idle}; insert into units (process, number, rows) values ('${this.#process}', ${unit}, 0)`;
  }

  /** A statement that is a unit by itself, with its parameters. It returns the number of rows that `sql` returns. */
  single(unit: number, sql: string, values: readonly unknown[]): readonly [sql: string, ...values: readonly unknown[]] {
    const [process, number] = [`$${values.length + 1}::text`, `$${values.length + 2}::bigint`];
    const text = `with changed as (${sql}) insert into units (process, number, rows) select ${process}, ${number}, count(*) from changed returning rows`;
    return [text, ...values, this.#process, unit];
  }

  /** The rows of a unit that was committed; undefined for one that was not, and now cannot be. */
  async rowsOf(query: Query, unit: number): Promise<number | undefined> {
    await query(bar, this.#process, unit);
    const [row] = await query(find, this.#process, unit);
    const rows = row && Number(integer(row, 'rows'));
    return rows === barred ? undefined : rows;
  }

  /** Forgets units whose outcome is known. The rows of barred ones stay until their process has ended. */
  async forget(query: Query): Promise<void> {
    await query(remove, this.#process, Math.min(this.#last, ...this.#running));
  }
}

/** Milliseconds after which the server ends a transaction whose process is silent: a statement follows the other at once. */
const idle = 10_000;

const bar = `insert into units (process, number, rows) values ($1, $2, ${barred}) on conflict (process, number) do nothing`;
const find = 'select rows from units where process = $1 and number = $2';
const remove = 'delete from units where process = $1 and number < $2 and rows >= 0';
