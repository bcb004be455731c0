/** A table with every value made into something else under the same name. */
export function each<Name extends string, Value, Made>(
  table: Readonly<Record<Name, Value>>,
  make: (value: Value) => Made,
): Record<Name, Made> {
  const names = Object.entries<Value>(table).map(([name, value]) => [name, make(value)]);
  // Object.fromEntries forgets the names, which are those of the table.
  return Object.fromEntries(names) as Record<Name, Made>;
}
