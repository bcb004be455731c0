import type { HostView, Json, JsonSchema, Model, Operation } from '../model/types.ts';
import type { Place } from './change.ts';

/** An operation as it is compared: what descriptions of other services say of theirs has a place, too. */
export interface ComparedOperation extends Omit<Operation, 'method'> {
  readonly method: string;
  /** Headers and cookies that a request has, as schemas of objects. */
  readonly headers?: JsonSchema;
  readonly cookies?: JsonSchema;
  /** True for a body that a request may leave out. */
  readonly bodyOptional?: true;
  /** Names of all schemas that it refers to itself, where a description says so. */
  readonly refersTo?: readonly string[];
  /** Whatever else a description says of it, by name: `deprecated`, `security`. */
  readonly extras?: Readonly<Record<string, Json>>;
}

/** A host as it is compared; the texts of statements stand once in its release. */
export interface ComparedView extends Omit<HostView, 'operations' | 'statements'> {
  readonly operations: readonly ComparedOperation[];
  /** Its id in its own release, where it is known by that of the newer one. */
  readonly formerly?: string;
}

/** The id that a host has in its own release. */
export function ownId({ host, formerly }: ComparedView): string {
  return formerly ?? host.id;
}

/** A release, revision, folder or description as it is compared; every model is one. */
export interface Release extends Omit<Model, 'hosts' | 'sources' | 'references'> {
  readonly hosts: readonly ComparedView[];
}

/** One of the two sides of a comparison. */
export interface Side {
  /** What the user called it. */
  readonly name: string;
  readonly release: Release;
  /** Where an entry (`operation/search`) or a value within it stands, as near as is known. */
  place(entry: string, path?: readonly string[]): Place | undefined;
}
