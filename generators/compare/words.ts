/** A value as sentences show it. */
export function shown(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value);
}

/** Values as sentences list them. */
export function listed(values: readonly unknown[]): string {
  return values.map(shown).join(', ');
}

/** How it is known that two things mean the same; after a sample, no more than that no difference was found. */
export function knownBy(by: string): string {
  return by.endsWith('sampled inputs') ? `no difference found in ${by}` : by;
}

/** The values that only the second of two lists has. */
export function without<T>(before: readonly T[] | undefined, after: readonly T[] | undefined): T[] {
  const known = new Set(before?.map((value) => JSON.stringify(value)));
  return (after ?? []).filter((value) => !known.has(JSON.stringify(value)));
}
