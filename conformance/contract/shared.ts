/** The files of a contract: the parts that all hosts share, and the parts of one host. */

import { readdirSync, readFileSync } from 'node:fs';
import type { Service } from './host.ts';
import type { Fields } from './patch.ts';
import type { Expression } from './value.ts';

/** An entry with the hosts that have it; absent means those of its owner, else the usual ones. */
export type Entry = Fields & { readonly hosts?: readonly string[] };

/** Entries by id. */
export type Entries = Readonly<Record<string, Entry>>;

/** Kinds of entries that stand in files of their own, by the name they have in a contract. */
export const entryKinds = [
  'operations',
  'schemas',
  'prices',
  'catalogs',
  'machines',
  'errors',
  'limits',
  'scenarios',
] as const;

/** A kind of entries. */
export type EntryKind = (typeof entryKinds)[number];

/** A file with the parts of one host. */
export interface HostFile {
  readonly contract: 1;
  /** Folder of the shared parts, relative to this file. */
  readonly shared: string;
  readonly host: Fields & { readonly id: string; readonly prefix: string };
  /** Differences by kind and id; those under `*` hold for each entry of the kind. */
  readonly differences: Readonly<Partial<Record<EntryKind, Readonly<Record<string, Fields>>>>>;
}

/**
 * Rules that have fields in common.
 *
 * Either `rules` has each rule's own fields by its id, or each of `operations` has the rule whose id is `id` with the
 * operation in place of `{operation}`.
 */
export interface RuleGroup {
  readonly [field: string]: Fields[string] | RuleGroup['rules'];
  readonly hosts?: readonly string[];
  readonly operation?: string;
  readonly id?: string;
  readonly operations?: readonly string[];
  readonly rules?: Readonly<Record<string, Fields>>;
}

/** The parts that hosts share. */
export interface SharedParts {
  readonly service: Service;
  /** How payments travel on every host that has no transport of its own. */
  readonly transport?: Fields;
  /** Every host, in order. */
  readonly hosts: readonly string[];
  /** Hosts of entries that name none. */
  readonly usual: readonly string[];
  readonly entries: Readonly<Record<EntryKind, Entries>>;
  /** Trees of CEL texts. */
  readonly formulas: Readonly<Record<string, Expression>>;
  /** Groups of rules by their kind. */
  readonly rules: Readonly<Record<string, readonly RuleGroup[]>>;
  readonly statements: Readonly<Record<string, { readonly section: string; readonly text: string }>>;
}

/** Reads the shared parts. The generator wrote these files, so they are not checked again. */
export function readShared(folder: URL): SharedParts {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const files = (name: string) => readdirSync(new URL(`${name}/`, folder)).sort();
  const operations = files('operations').map((file) => read(`operations/${file}`));
  const entriesOf = (kind: EntryKind) =>
    kind === 'operations' ? Object.assign({}, ...operations) : read(`${kind}.json`);
  const byKind = (file: string) => [file.replace('.json', ''), read(`rules/${file}`)] as const;
  return {
    ...read('service.json'),
    entries: Object.fromEntries(entryKinds.map((kind) => [kind, entriesOf(kind)])),
    formulas: read('formulas.json'),
    rules: Object.fromEntries(files('rules').map(byKind)),
    statements: read('statements.json'),
  };
}
