import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { Row } from '../rows.ts';

/** Runs one statement, whose parameters are `$1`, `$2` and so on; the rows that it returns. */
export type Query = (sql: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

/** Runs one statement that changes rows and returns each; the number of rows that it returns. */
export type Write = (sql: string, ...values: readonly unknown[]) => Promise<number>;

/**
 * Names of statements, under which each connection parses and plans them once.
 *
 * A name is a hash of its text. A pooler may give two processes the same connection, and neither may find a statement of the
 * other one under a name of its own.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;
  #areKept = true;

  /** The configuration of a query with its parameters. */
  configOf(text: string, values: readonly unknown[]): QueryConfig {
    return { text, values: [...values], ...(this.#areKept && { name: this.#nameOf(text) }) };
  }

  /** Gives every statement another name. Call it when the columns of a table have changed since the statements were planned. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }

  /** Uses no names from now on. Call it when the connections do not keep them, as behind a pooler of transactions. */
  stop(): void {
    this.#areKept = false;
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `${hash('sha256', text).slice(0, 24)}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }
}
