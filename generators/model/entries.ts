import { once } from '../once.ts';
import { type EntryKind, type EntryTypes, entryKinds, type Located, type ReadableSpec } from './spec.ts';

/** The entries of a specification, as what is made of them asks for them. */
export interface Entries extends Pick<ReadableSpec, 'get'> {
  /** Entries of a kind by id. A map that holds the same as in the last reading is the same object as then. */
  all<K extends EntryKind>(kind: K): EntriesOf<K>;
}

type EntriesOf<K extends EntryKind> = ReadonlyMap<string, Located<EntryTypes[K]>>;

let last: ReadonlyMap<EntryKind, EntriesOf<EntryKind>> = new Map();

/** The entries of a specification whose files were all collected. */
export const entriesOf = once((spec: ReadableSpec): Entries => {
  const now = new Map(entryKinds.map((kind) => [kind, unchanged(spec.all(kind), last.get(kind))]));
  last = now;
  return {
    // What is found under a kind are the entries of that kind.
    all: <K extends EntryKind>(kind: K) => now.get(kind) as EntriesOf<K>,
    get: (kind, id) => spec.get(kind, id),
  };
});

function unchanged<Entry>(now: ReadonlyMap<string, Entry>, before = now): ReadonlyMap<string, Entry> {
  return haveSame(now.values(), before.values()) ? before : now;
}

/** Tells whether two lists have the same items in the same order. */
export function haveSame(items: Iterable<unknown>, others: Iterable<unknown>): boolean {
  const rest = others[Symbol.iterator]();
  for (const item of items) {
    const { done, value } = rest.next();
    if (done || value !== item) return false;
  }
  return rest.next().done === true;
}
