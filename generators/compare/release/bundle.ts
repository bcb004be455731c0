import type { Document, HostView, Question, Service, Statement } from '../../model/types.ts';

/** Hash of an object's text, by which it is stored. */
type Hash = string;

/** A host as a bundle has it: its own profile, and the hashes of all that it shares. */
export interface PackedHost {
  readonly host: HostView['host'];
  readonly operations: readonly Hash[];
  readonly limits: readonly Hash[];
  /** Absent where there are none. */
  readonly webhooks?: readonly Hash[];
  readonly scenarios: readonly Hash[];
  readonly rules: readonly Hash[];
  readonly schemas: Readonly<Record<string, Hash>>;
  readonly prices: Readonly<Record<string, Hash>>;
  readonly catalogs: Readonly<Record<string, Hash>>;
  readonly machines: Readonly<Record<string, Hash>>;
  readonly errors: Readonly<Record<string, Hash>>;
}

/** A release as one file: its model, each object once under the hash of its text, and where each entry stands. */
export interface Bundle {
  readonly bundle: 1;
  readonly version: string;
  /** SHA-256 of all but the places: what a comment moves is the same release. */
  readonly digest: string;
  readonly service: Service;
  readonly documents: readonly Document[];
  readonly hosts: readonly PackedHost[];
  readonly rules: readonly Hash[];
  readonly questions: readonly Question[];
  readonly statements: readonly Statement[];
  /** File, line, and the lines of what stands in the entry, by entry. */
  readonly places: Readonly<
    Record<string, readonly [file: string, line: number, lines: Readonly<Record<string, number>>]>
  >;
  readonly objects: Readonly<Record<Hash, unknown>>;
}
