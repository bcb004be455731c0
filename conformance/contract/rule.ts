/** Rules, errors and limits. */

import type { Json, JsonSchema, Provenance, Status, Tier } from './value.ts';

/** An error that operations answer with. */
export interface ErrorEntry extends Provenance {
  readonly id: string;
  /** HTTP status. */
  readonly http: number;
  readonly summary: string;
  /** True when it passes on the error of a provider, with any status of the same class (4xx or 5xx). */
  readonly passed?: boolean;
  /** The schema of the body; it never forbids further fields. */
  readonly body?: JsonSchema;
  readonly headers: Readonly<Record<string, JsonSchema & Json>>;
  readonly charged: boolean | 'unknown';
  /** True when the body has to name the field that is wrong. */
  readonly names?: boolean;
  /** True when the body lists the values that are accepted. */
  readonly lists?: boolean;
  /** The pipeline's error that this one stands for on the operations that list it, such as `invalid-body`. */
  readonly role?: string;
  /** How the suite brings it about; absent where a check of another kind does. */
  readonly provoke?: Provocation;
}

/** How an error is made to happen. */
export interface Provocation {
  /** Outcome of the control API's `upstream` call. */
  readonly upstream?: string;
  readonly detail?: Json;
  /** Overrides of the operation's valid request. */
  readonly request?: Json;
  /** Text of headers that the response has where the error is caused so. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly hosts?: readonly string[];
}

/** How many calls one caller may make within a window. */
export interface Limit extends Provenance {
  readonly id: string;
  readonly summary: string;
  readonly operations: readonly string[];
  readonly count: number;
  /** Other counts that the documents allow as well, or no limit at all: the other sides of a conflict. */
  readonly sides: readonly (number | 'none')[];
  /** Seconds. */
  readonly window: number;
  readonly key: 'ip' | 'api-key' | 'payer';
  /** Whether the documents state how calls are counted. */
  readonly keyStatus: Status;
  readonly error: string;
  /** Whether the operations share one counter. */
  readonly shared: boolean;
}

/** A requirement for a deployment, taken from one statement or a few of them. */
export interface Rule extends Provenance {
  readonly id: string;
  readonly kind: RuleKind;
  readonly tier: Tier;
  readonly hosts: readonly string[];
  readonly summary: string;
  readonly operation?: string;
  /** Id of the price, machine, transition, error, limit, scenario, condition, or protocol check behind it. */
  readonly subject?: string;
  /** For schema rules: where the keyword stands and which it is. `headers` without a status are those of requests. */
  readonly schema?: {
    readonly in: 'body' | 'query' | 'params' | 'response' | 'headers' | 'challenge';
    readonly status?: number;
    readonly path: readonly string[];
    readonly keyword: string;
  };
  /** The lowest level at which it can be seen. */
  readonly level: 'free' | 'paid' | 'controlled';
  /** The reason why no black-box run can see it. */
  readonly unobservable?: string;
  /** Where the documents settle it, what is lacking: something that the run could be given, or a check of the suite. */
  readonly reason?: 'means' | 'suite';
  /** For schema rules and conditions: the error that a request breaking the rule gets where it is not the usual one. */
  readonly error?: string;
}

/** The families of rules; each has one module in the conformance room. */
export type RuleKind =
  | 'operation'
  | 'served'
  | 'pages'
  | 'accept'
  | 'request'
  | 'condition'
  | 'unknown-keys'
  | 'response'
  | 'ensures'
  | 'price'
  | 'error'
  | 'limit'
  | 'transition'
  | 'invariant'
  | 'protocol'
  | 'stream'
  | 'webhook'
  | 'scenario';
