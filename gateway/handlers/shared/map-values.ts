/** Applies a function to every value of a record and keeps the keys. */
export function mapValues<Name extends string, Value, Made>(
  table: Readonly<Record<Name, Value>>,
  make: (value: Value) => Made,
): Record<Name, Made> {
  const names = Object.entries<Value>(table).map(([name, value]) => [name, make(value)]);
  // Object.fromEntries forgets the names, which are those of the table.
  return Object.fromEntries(names) as Record<Name, Made>;
}
