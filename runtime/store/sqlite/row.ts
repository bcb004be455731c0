import type { SQLOutputValue } from 'node:sqlite';

/** A row as the database returns it; integers are `bigint`. */
export type Row = Record<string, SQLOutputValue>;

/** Reads a text column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** Reads an integer column. */
export function integer(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new TypeError(`Column ${column} holds no integer.`);
  return value;
}

/** Reads a column that holds a JSON object. */
export function object(row: Row, column: string): Record<string, unknown> {
  return JSON.parse(text(row, column));
}
