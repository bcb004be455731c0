/** Reading tables by a key: `own` of a key that a caller chose, `must` of one that the gateway knows to be there. */
export function own<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

export function must<V>(value: V | undefined): V {
  if (value === undefined) throw new Error('a table of the gateway lacks an entry');
  return value;
}
