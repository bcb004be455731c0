import type { EntryKind, EntryTypes } from '../spec.ts';
import type { ErrorEntry, Host, Price } from '../types.ts';

/** All that the rules of an operation are made from besides its view. */
export interface RuleSources {
  /** What the specification says of an entry. */
  entry<K extends EntryKind>(kind: K, id: string): EntryTypes[K] | undefined;
  /** A price of the host. */
  price(id: string): Price | undefined;
  /** An error of the host. */
  error(id: string): ErrorEntry | undefined;
  /** Tells whether a list of hosts selects the host. */
  isSelected(hosts: readonly string[]): boolean;
  auth(): Host['auth'];
}
