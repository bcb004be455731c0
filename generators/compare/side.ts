import type { HostView, Json, JsonSchema, Model, Operation, Response } from '../model/types.ts';
import type { Place } from './change.ts';

/** The content of one media type. */
export interface MediaContent {
  readonly schema?: JsonSchema;
  /** How the parts of a form are written, by their names. */
  readonly encoding?: JsonSchema;
}

/** Content by media type, where a description says it. */
export type MediaByType = Readonly<Record<string, MediaContent>>;

/** Content of which each schema was changed. */
export function mapMedia(media: MediaByType, change: (schema: JsonSchema) => JsonSchema): MediaByType {
  return Object.fromEntries(
    Object.entries(media).map(([type, content]) => [
      type,
      { ...content, ...(content.schema && { schema: change(content.schema) }) },
    ]),
  );
}

/** A response as it is compared. */
export interface ComparedResponse extends Response {
  readonly media?: MediaByType;
}

/** An operation as it is compared: what descriptions of other services say of theirs has a place, too. */
export interface ComparedOperation extends Omit<Operation, 'method' | 'responses'> {
  readonly method: string;
  readonly responses: readonly ComparedResponse[];
  /** Headers and cookies that a request has, as schemas of objects. */
  readonly headers?: JsonSchema;
  readonly cookies?: JsonSchema;
  /** True for a body that a request may leave out. */
  readonly bodyOptional?: true;
  readonly media?: MediaByType;
  /** True where its id was made of its method and path, as its description gives it none. */
  readonly unnamed?: true;
  /** Of what the service calls itself, whether it is a webhook or a callback: users read its requests and write its responses. */
  readonly sends?: 'webhook' | 'callback';
  /** Whatever else a description says of it, by name: `deprecated`, `security`. */
  readonly extras?: Readonly<Record<string, Json>>;
  /** Values that no rule reads, by their places within the operation. */
  readonly unread?: Readonly<Record<string, Json>>;
}

/** The parts of a description that concern the service as a whole. */
export interface DescribedService {
  /** True where it has whole numbers of which a double may lose digits. */
  readonly hasLongNumbers: boolean;
  /** Stand-ins for the bounds of the format `int64` where it has such numbers. */
  readonly int64?: readonly [number, number];
  /** The path that all of its addresses end in. */
  readonly base: string;
  /** Where clients get what its security schemes ask for. */
  readonly schemes?: Readonly<Record<string, JsonSchema>>;
  /** Values that no rule reads, by their places. */
  readonly unread?: Readonly<Record<string, Json>>;
  /** Notes to people, which bind no request, by their places. */
  readonly shown?: Readonly<Record<string, Json>>;
}

/** A host as it is compared; the texts of statements stand once in its release. */
export interface ComparedView extends Omit<HostView, 'operations' | 'statements'> {
  readonly operations: readonly ComparedOperation[];
  /** Its id in its own release, where it is known by that of the newer one. */
  readonly formerly?: string;
  readonly described?: DescribedService;
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
  /** The name that the user gave it. */
  readonly name: string;
  readonly release: Release;
  /** Where an entry (`operation/search`) or a value within it stands, as near as is known. */
  place(entry: string, path?: readonly string[]): Place | undefined;
}
