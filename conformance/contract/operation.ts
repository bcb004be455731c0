/** One operation of a contract. */

import type { Formula, Json, JsonSchema, Provenance, Status } from './value.ts';

/** One call of the service. */
export interface Operation extends Provenance {
  readonly id: string;
  readonly area: string;
  readonly summary: string;
  readonly description?: string;
  /** True where callers should use another operation. */
  readonly deprecated?: true;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Full path on this host with `{parameters}`: `/api/v1/chat/{model}`. */
  readonly path: string;
  /** The same with segments in braces too, as the documents write it: `/api/v1/{websearch}/search`. */
  readonly template: string;
  /** Parameters whose value may contain slashes. */
  readonly wide: readonly string[];
  /** Segments of the path that a deployment may rename: `{websearch}` -> `websearch`. */
  readonly segments: Readonly<Record<string, string>>;
  /** True when serving it does something in the world, such as a phone call: only where that is simulated. */
  readonly irreversible?: boolean;
  /** `assumed`: the documents do not say that this host has it, so that one without it is not at fault. */
  readonly presence?: 'assumed';
  /** `allowlisted`: only wallets on the service's list are served; absent means everybody. */
  readonly payers?: 'allowlisted';
  /** Seconds that callers have to wait for an answer, where that may take long. */
  readonly timeout?: number;
  /** Error that every call gets: the operation is retired or withdrawn. */
  readonly closed?: string;
  /** `before-challenge`: an invalid request is refused before any challenge. */
  readonly validates?: 'before-challenge' | 'unknown';
  readonly body?: Body;
  readonly query?: JsonSchema;
  readonly params?: JsonSchema;
  /** Headers of requests by lower-case names, beside those of HTTP and of payments. */
  readonly headers?: JsonSchema;
  readonly responses: readonly Response[];
  /** Who may call: `none` (free), `payment` (x402), `wallet` (a payment header that identifies but is not charged), `key` (bearer). */
  readonly auth: 'none' | 'payment' | 'wallet' | 'key';
  /** How a list is read page by page. */
  readonly pages?: Pages;
  readonly price?: PriceUse;
  readonly payment?: OperationPayment;
  /** Machine of the resource that this operation creates, polls or cancels. */
  readonly machine?: { readonly id: string; readonly role: 'create' | 'poll' | 'cancel' };
  /** Webhooks that are sent when a job has ended that it started; absent where there are none. */
  readonly webhooks?: readonly SentWebhook[];
  readonly errors: readonly string[];
  readonly conditions: readonly Condition[];
  readonly ensures: readonly Condition[];
  /** True when the answer may be a stream; `when` is a condition over `request`. */
  readonly stream?: { readonly when: Formula; readonly events?: JsonSchema; readonly done?: string } & Provenance;
  /** A request that is valid on this host; the generator of random requests starts from the schema. */
  readonly example: { readonly body?: Json; readonly query?: Json; readonly params?: Json; readonly headers?: Json };
}

/** Pages of a list: JSON pointers into a response and an item, and fields of the query. */
export interface Pages extends Provenance {
  readonly items: string;
  readonly id: string;
  readonly next: string;
  readonly cursor: string;
  readonly size?: string;
}

/** A request with JSON that the service sends to its users by POST. */
export interface Webhook extends Provenance {
  readonly id: string;
  readonly summary: string;
  /** When it is sent, in words. */
  readonly when?: string;
  readonly body: JsonSchema;
}

/** A webhook that is sent once a job has ended, with what the poll of the job answers. */
export interface SentWebhook extends Webhook {
  /** Field of the body of the call that starts the job, with the address of the receiver. */
  readonly to: string;
  /** Final states in which it is sent, once; in others it is not. */
  readonly states: readonly string[];
  /** The operation that polls the job, and the parameter of its path that takes the id. */
  readonly poll: { readonly operation: string; readonly parameter: string };
}

/** The body that an operation takes. */
export interface Body {
  /** The usual one of its content types. */
  readonly contentType: string;
  /** Every content type that it may have. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
  readonly unknownKeys: 'rejected' | 'ignored' | 'unknown';
  /** `before-challenge`: an invalid body is refused before any challenge; `unknown`: the documents do not say. */
  readonly validates: 'before-challenge' | 'unknown';
  /** Bytes above which the gateway of the specification refuses it, where that is not the usual size. */
  readonly largest?: number;
  /** Fields that are validated before any price, whatever holds for the rest of the body. */
  readonly first?: readonly string[];
  /** How far the documents show the body; `unknown` means that nothing in them confirms the example. */
  readonly status: Status;
}

/** One answer that an operation gives. */
export interface Response extends Provenance {
  /** HTTP status. */
  readonly http: number;
  readonly contentType: string;
  /** Further content types, each sent where `Accept` prefers it. */
  readonly also?: readonly string[];
  readonly description: string;
  readonly schema?: JsonSchema;
  /** Headers by name; the value is a schema of the header text. */
  readonly headers: Readonly<Record<string, JsonSchema & Json>>;
}

/** A rule across fields of a request, or of a response together with its request. */
export interface Condition extends Provenance {
  readonly id: string;
  readonly summary: string;
  /** The rule applies where this holds; absent means always. */
  readonly when?: Formula;
  readonly must: Formula;
  /** Error that a request breaking it gets. */
  readonly error?: string;
  /** Field that the error has to name. */
  readonly names?: string;
  /** Lists of the values that are accepted; the message of the error lists them. */
  readonly accepted?: readonly Formula[];
  /** Further fields of the body of the error. */
  readonly fields?: Readonly<Record<string, Formula>>;
  /** A valid request that violates only this rule, as overrides of the example. */
  readonly violation?: Json;
}

/** When and how an operation's payment settles. */
export interface OperationPayment extends Provenance {
  /**
   * `after-upstream`: once the upstream call succeeded. `after-upstream-or-on-poll`: inside the call when it
   * finishes in the inline window, else by the first completed poll. `on-poll`: by the first completed poll.
   * `on-accept`: once the upstream accepted the job. `never`: the payment only identifies the wallet.
   */
  readonly settles: 'after-upstream' | 'after-upstream-or-on-poll' | 'on-poll' | 'on-accept' | 'never';
  /** Seconds that a challenge of this operation may be signed for; absent means the host's window. */
  readonly window?: number;
  /** Seconds within which an answer is returned inline. */
  readonly inline?: number;
  /** Fields of the challenge body beyond those of the host. */
  readonly challenge?: JsonSchema;
}

/** Which price an operation has, with inputs replaced where its request differs. */
export interface PriceUse {
  readonly id: string;
  readonly inputs: Readonly<Record<string, Formula>>;
  /** Bounds of the price, replaced where its request differs. */
  readonly bound?: Readonly<Record<string, Formula>>;
}
