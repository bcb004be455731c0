/** A row as a database returns it; integers are `bigint`. */
export type Row = Readonly<Record<string, unknown>>;

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

/** Reads a column that is true or false, which some databases keep as 1 or 0. */
export function flag(row: Row, column: string): boolean {
  return row[column] === true || row[column] === 1n;
}

/** Reads a column that holds a JSON object. */
export function object(row: Row, column: string): Record<string, unknown> {
  return JSON.parse(text(row, column));
}
