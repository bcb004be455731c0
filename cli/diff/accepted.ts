import type { Change } from '#generators/compare/change.ts';

/** Changes that are accepted, as `<kind> <subject>`. */
export type Baseline = readonly string[];

/** Tells whether a baseline accepts a change. */
export function isAccepted(change: Change, baseline: Baseline): boolean {
  return baseline.includes(nameOf(change));
}

/** Entries of a baseline that none of the changes is of. */
export function staleEntries(changes: readonly Change[], baseline: Baseline): string[] {
  const names = new Set(changes.map(nameOf));
  return baseline.filter((entry) => !names.has(entry));
}

/** The name of a change in a baseline. */
export function nameOf({ kind, subject }: Pick<Change, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}
