import type {
  Catalog,
  CatalogEntry,
  Condition,
  Document,
  ErrorEntry,
  Invariant,
  JsonSchema,
  Limit,
  Machine,
  Price,
  Question,
  Rule,
  Scenario,
  Service,
  Statement,
  Transition,
} from '../model/types.ts';
import type { ComparedOperation, ComparedResponse, ComparedView } from './side.ts';

/** Where in a request or response a field stands. */
export type FieldPart = 'body' | 'query' | 'params' | 'headers' | 'cookies' | 'response' | 'challenge' | 'error';

/**
 * One value of a request or response, with everything that is said of it: references are followed.
 *
 * Its parts are `required`, `present` and each keyword of `own`.
 */
export interface Field {
  readonly in: FieldPart;
  /** The operation that has it; absent for fields of errors. */
  readonly operation?: ComparedOperation;
  /** Id of the error that has it. */
  readonly error?: string;
  /** Status of the response it stands in. */
  readonly status?: number;
  /** Name of the response header that it is or stands in. */
  readonly header?: string;
  /** Steps as rules name them: `messages`, `items`, `role`; `*` for values of any other name. Empty for the whole. */
  readonly path: readonly string[];
  readonly required: boolean;
  /** Keywords that hold for the value itself, without those of what is inside it. */
  readonly own: JsonSchema;
  /** Names of the properties of an object that refuses others. */
  readonly names?: readonly string[];
  /** Keywords of `own` that hold schemas, as they are compared. */
  readonly compared?: JsonSchema;
  /** Alternatives that the other release does not have; absent where alternatives were not matched. */
  readonly lone?: readonly JsonSchema[];
  /** True where it has the same alternatives on both sides, more than one of which may take a value that `oneOf` then refuses. */
  readonly overlaps?: true;
  /** The pair of named schemas in which it differs, which other operations may have, too. */
  readonly cause?: string;
  /** Keywords of the value whose alternative it is: another alternative may take the same values. */
  readonly around?: JsonSchema;
  /** The media type of the body or response, where it is not the usual one. */
  readonly media?: string;
  /** The whole schema of the value; references are to the schemas of the view. */
  readonly schema: JsonSchema;
  /** The schema of the whole body, query or response. */
  readonly root: JsonSchema;
}

/** Kinds of things that have an id on both sides and are compared part by part. */
export interface Scopes {
  readonly service: Service;
  readonly document: Document;
  readonly statement: Statement;
  readonly question: Question;
  readonly host: ComparedView;
  readonly rule: Rule;
  readonly operation: ComparedOperation;
  /** A field of a request, which callers write. */
  readonly 'request-field': Field;
  readonly response: ComparedResponse;
  /** A field of a response or challenge, which callers read. */
  readonly 'response-field': Field;
  /** A header of a response or error. */
  readonly 'response-header': Field;
  readonly condition: Condition;
  readonly ensures: Condition;
  readonly price: Price;
  readonly catalog: Catalog;
  readonly 'catalog-entry': CatalogEntry;
  readonly machine: Machine;
  readonly transition: Transition;
  readonly invariant: Invariant;
  readonly error: ErrorEntry;
  readonly 'error-field': Field;
  readonly limit: Limit;
  readonly scenario: Scenario;
}

/** Name of a kind of thing that is compared. */
export type Scope = keyof Scopes;
