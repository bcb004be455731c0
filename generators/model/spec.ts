/** The entries of spec files whose shape is right, each with its place. */

import type { CatalogSource } from '../language/catalog.ts';
import type { ErrorSource } from '../language/errors.ts';
import type { HostSource } from '../language/host.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import type { LimitSource } from '../language/limits.ts';
import type { MachineSource } from '../language/machine.ts';
import type { NetworkSource } from '../language/network.ts';
import type { OperationSource } from '../language/operation.ts';
import type { PriceSource } from '../language/price.ts';
import type { ProtocolRuleSource } from '../language/protocol.ts';
import type { QuestionSource } from '../language/questions.ts';
import type { ScenarioSource } from '../language/scenarios.ts';
import type { ServiceSource } from '../language/service.ts';
import type { StatementSource } from '../language/statements.ts';
import type { TransportSource } from '../language/transport.ts';
import type { WebhookSource } from '../language/webhook.ts';
import type { Node, Path } from '../reader/node.ts';
import { find } from '../reader/node.ts';
import type { SourceFile, SourceRange } from '../reader/source.ts';
import type { Document } from './types.ts';

/** An entry of the specification and where it stands. */
export interface Located<T> {
  readonly id: string;
  readonly value: T;
  readonly file: SourceFile;
  readonly node: Node;
  /** The whole file, for what entries of one file share. */
  readonly root: Node;
  /** Where its id is written. */
  readonly name: SourceRange;
}

/** A hand-written rule together with the hosts of its file. */
export interface ProtocolEntry extends ProtocolRuleSource {
  readonly fileHosts?: readonly string[] | undefined;
}

/** How payments travel, together with the hosts of its file. */
export interface TransportEntry extends TransportSource {
  readonly fileHosts?: readonly string[] | undefined;
}

/** A statement together with the document of its file. */
export interface StatementEntry extends StatementSource {
  readonly document: string;
  /** Title of its document, where the service does not list it. */
  readonly title?: string;
}

/** The type of each kind of entry. */
export interface EntryTypes {
  service: ServiceSource;
  host: HostSource;
  network: NetworkSource;
  operation: OperationSource;
  schema: SchemaSource;
  price: PriceSource;
  catalog: CatalogSource;
  machine: MachineSource;
  error: ErrorSource;
  limit: LimitSource;
  webhook: WebhookSource;
  question: QuestionSource;
  scenario: ScenarioSource;
  protocol: ProtocolEntry;
  transport: TransportEntry;
  statement: StatementEntry;
}

/** Kind of an entry that others refer to by id. */
export type EntryKind = keyof EntryTypes;

/** The ids of a kind, without their places. */
export type Names = Pick<ReadonlySet<string>, 'has' | 'keys'>;

type Entries = { readonly [K in EntryKind]: Map<string, Located<EntryTypes[K]>> };

function noEntries(): Entries {
  return {
    service: new Map(),
    host: new Map(),
    network: new Map(),
    operation: new Map(),
    schema: new Map(),
    price: new Map(),
    catalog: new Map(),
    machine: new Map(),
    error: new Map(),
    limit: new Map(),
    webhook: new Map(),
    question: new Map(),
    scenario: new Map(),
    protocol: new Map(),
    transport: new Map(),
    statement: new Map(),
  };
}

/** Every kind of entry. */
// Object.keys forgets what it lists.
export const entryKinds = Object.keys(noEntries()) as EntryKind[];

/** The whole specification, entry by entry. */
export class Spec {
  readonly #entries = noEntries();
  readonly #lost = new Set<EntryKind>();
  readonly #names = new Map<EntryKind, Map<string, SourceRange>>();

  /** Entries of a kind by id. */
  all<K extends EntryKind>(kind: K): ReadonlyMap<string, Located<EntryTypes[K]>> {
    return this.#entries[kind];
  }

  /** One entry; `undefined` when there is none or its shape is wrong. */
  get<K extends EntryKind>(kind: K, id: string): Located<EntryTypes[K]> | undefined {
    return this.#entries[kind].get(id);
  }

  /** The service; a specification that was checked has one. */
  get service(): Located<ServiceSource> | undefined {
    return this.#entries.service.values().next().value;
  }

  /** Every id of a kind, those of entries with a wrong shape included. */
  names(kind: EntryKind): Names {
    return this.#names.get(kind) ?? new Set();
  }

  /** Remembers an id; answers with the place of an earlier entry that already has it. */
  name(kind: EntryKind, id: string, place: SourceRange): SourceRange | undefined {
    const names = this.#names.get(kind) ?? new Map<string, SourceRange>();
    this.#names.set(kind, names);
    const earlier = names.get(id);
    if (!earlier) names.set(id, place);
    return earlier;
  }

  /** Notes that not every entry of a kind could be read, so that an unknown id of it may well exist. */
  lose(kind: EntryKind): void {
    this.#lost.add(kind);
  }

  /** Tells whether some entries of a kind could not be read. */
  lost(kind: EntryKind): boolean {
    return this.#lost.has(kind);
  }

  /** Adds an entry whose shape is right. The first entry of an id stays. */
  add<K extends EntryKind>(kind: K, entry: Located<EntryTypes[K]>): void {
    if (!this.#entries[kind].has(entry.id)) this.#entries[kind].set(entry.id, entry);
  }
}

/** The place of a value within an entry, or of its key; the nearest value around it when the path leads nowhere. */
export function at(
  entry: { readonly file: SourceFile; readonly node: Node },
  path: Path,
  part: 'key' | 'value' = 'value',
): SourceRange {
  for (let length = path.length; length >= 0; length--) {
    const found = find(entry.node, path.slice(0, length));
    if (!found) continue;
    const node = part === 'key' || length < path.length ? (found.key ?? found.value) : found.value;
    return { file: entry.file, start: node.start, end: node.end };
  }
  return { file: entry.file, start: entry.node.start, end: entry.node.start };
}

/** The documents of a specification: those that the service lists, and those of statements that it extends. */
export function documentsOf(spec: Pick<Spec, 'service' | 'all'>): readonly Document[] {
  const titles = new Map(Object.entries(spec.service?.value.documents ?? {}));
  for (const { value } of spec.all('statement').values())
    if (value.title !== undefined && !titles.has(value.document)) titles.set(value.document, value.title);
  return [...titles].map(([id, title]) => ({ id, title }));
}
