/** What generated code hands to the pipeline, and what handlers get and give. */

import type { Direction } from './control/script.ts';
import type { Micro } from './money.ts';
import type { Payment, Settled } from './payment/payment.ts';
import type { Problem } from './problem.ts';

/** A computed price: the sum and the parts a caller may be shown, in USD as exact decimal text. */
export interface Quote {
  readonly amount: Micro;
  readonly breakdown: Readonly<Record<string, string>>;
  /** Further fields of its challenge, such as the estimate behind it. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Other amounts that the documents allow for the same call, where they disagree. */
  readonly sides?: readonly Micro[];
  /** True where the documents leave the formula open, as for tokens that are counted before the call. */
  readonly isEstimate?: boolean;
}

/** One broken rule of a request. `path` leads to the offending field from the root of the body, query or params. */
export interface Issue {
  readonly path: readonly (string | number)[];
  /** Id of the rule that the spec gives this constraint. */
  readonly rule: string;
  readonly message: string;
  /** Error id to answer with where it is not the operation's usual one. */
  readonly error?: string;
  /** Fields of the answer besides the usual ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Either the value with defaults filled in, or every issue at once. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A straight-line validator emitted from a schema. It never changes its input. */
export type Validator<T> = (input: unknown) => Validation<T>;

/** Everything formulas, conditions and handlers may read of a request. Defaults are filled in. */
export interface Input<Body = unknown, Query = unknown, Params = unknown> {
  readonly request: Body;
  readonly query: Query;
  readonly params: Params;
}

/** What a metered price reads besides the request. */
export interface Metered<Body = unknown, Query = unknown, Params = unknown> extends Input<Body, Query, Params> {
  readonly response: unknown;
}

/** A compiled rule across fields. */
export interface CompiledCondition {
  /** Rule id. */
  readonly id: string;
  readonly message: string;
  /** Error id to answer with. */
  readonly error: string;
  /** Field to name in the answer. */
  readonly names?: string;
  /** The values that the rule accepts of this request, which the message lists. */
  readonly accepted?: (input: Input<never, never, never>) => readonly unknown[];
  /** Fields of the answer to a request that breaks the rule; reads the validated input. */
  readonly fields?: (input: Input<never, never, never>) => Readonly<Record<string, unknown>>;
  /** True when the request keeps the rule; reads the validated input. */
  readonly holds: (input: Input<never, never, never>) => boolean;
}

/** The part of an operation that is the same on every host. */
export interface OperationDefinition<Body = unknown, Query = unknown, Params = unknown> {
  readonly id: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly body?: Validator<Body>;
  readonly query?: Validator<Query>;
  readonly params?: Validator<Params>;
  /** Content types a body may have. */
  readonly contentTypes: readonly string[];
  /** Fields of a body sent as a form that are no texts, by name; present where a form may be sent. */
  readonly formFields?: Readonly<Record<string, 'integer' | 'number' | 'boolean'>>;
  /** Bytes above which a body is refused; one mebibyte where absent. */
  readonly largestBody?: number;
  readonly settles: 'after-upstream' | 'after-upstream-or-on-poll' | 'on-poll' | 'on-accept' | 'never';
  /** Seconds within which an answer is returned inline. */
  readonly inlineWindow?: number;
  /** Error id that every call gets: the operation is retired or withdrawn. */
  readonly closed?: string;
  readonly streams?: (input: Input<never, never, never>) => boolean;
}

/** One operation as one host serves it. */
export interface Route<Operation extends OperationDefinition = OperationDefinition> {
  readonly operation: Operation;
  /** Full path with `{parameters}`; a parameter written `{name+}` may contain slashes. */
  readonly path: string;
  /** The same with segments in braces that a deployment may name otherwise; absent where there are none. */
  readonly template?: string;
  readonly auth: 'none' | 'payment' | 'wallet' | 'key';
  readonly conditions: readonly CompiledCondition[];
  /** Price before the call; absent when the call is free or metered. */
  readonly quote?: (input: Input<never, never, never>) => Quote;
  /** The most that a metered call can cost, by its request; that much of the balance is set aside for it. */
  readonly reserve?: (input: Input<never, never, never>) => Quote;
  /** Price charged after the call from what it used (account host). */
  readonly meter?: (input: Metered<never, never, never>) => Quote;
  /** Seconds a challenge may be signed for. */
  readonly window?: number;
  /** Ids of the limits that count calls of this route. */
  readonly limits: readonly string[];
  /** Error ids by role where the operation answers with one of its own: `{ 'invalid-body': 'invalid-image-body' }`. */
  readonly errors: Readonly<Record<string, string>>;
}

/** An error as the spec states it: status, constant body fields, constant headers. */
export interface ErrorDefinition {
  readonly id: string;
  readonly http: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LimitDefinition {
  readonly id: string;
  readonly count: number;
  /** Seconds. */
  readonly window: number;
  readonly key: 'ip' | 'api-key' | 'payer';
  readonly shared: boolean;
  /** Error id of a call over the limit. */
  readonly error: string;
}

/** A network and an asset on it. */
export interface NetworkDefinition {
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  /** EIP-712 domain that payments are signed under: of the asset, unless it names another contract. EVM networks have one. */
  readonly domain?: { readonly name: string; readonly version: string; readonly verifyingContract?: string };
  /** Account that pays the fees of transactions which payers sign; the payee where absent. Solana has one. */
  readonly feePayer?: string;
}

/** How calls are paid: on one network or on several. */
export interface PaymentDefinition extends NetworkDefinition {
  readonly scheme: 'exact';
  /** Seconds. */
  readonly window: number;
  /** Further networks on which the same calls may be paid. */
  readonly also?: readonly NetworkDefinition[];
}

/** Who is paid on a host, and how its gateway reaches the chain. Keys never stand here. */
export interface SettlementDefinition {
  readonly payee?: string;
  /** URLs of nodes, one for each network that is offered. */
  readonly rpc?: readonly string[];
  /** URL of an x402 facilitator. */
  readonly facilitator?: string;
}

/** Everything generated for one host. */
export interface HostDefinition {
  readonly id: string;
  readonly title: string;
  readonly auth: 'x402' | 'bearer' | 'none';
  readonly prefix: string;
  /** Path prefixes that answer 404 whatever follows. */
  readonly absent: readonly string[];
  readonly payment?: PaymentDefinition;
  readonly settlement?: SettlementDefinition;
  readonly routes: readonly Route[];
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly limits: Readonly<Record<string, LimitDefinition>>;
}

/** One server-sent event. `data` is sent as JSON unless it is a string. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** What a handler answers with. Bodies are JSON unless `bytes` or `text` is given with a content type. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** In place of the body, JSON that a provider answered and that is passed on: nothing is known of it until it comes. */
  readonly relayed?: unknown;
  readonly text?: { readonly contentType: string; readonly value: string };
  readonly bytes?: { readonly contentType: string; readonly value: Uint8Array };
  readonly stream?: AsyncIterable<StreamEvent>;
  /**
   * Whether the call is charged now. `settle` (default for paid routes), `later` (a poll will settle), or
   * `free` (this outcome is never charged and releases the claim).
   */
  readonly charge?: 'settle' | 'later' | 'free';
  /** The settlement that this answer reports, where the handler settled; adds the receipt headers. */
  readonly receipt?: Settled;
  /** Account hosts: what the usage row records besides time, route and amount. A free call has a row only with it. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Account hosts: what the meter reads and the row records of a stream, asked for once it has ended. */
  readonly metered?: () => { readonly response: unknown; readonly usage?: Readonly<Record<string, unknown>> };
}

/** What a handler is given. Services (store, jobs, upstream, clock) are bound when the gateway builds its handlers. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> extends Input<Body, Query, Params> {
  readonly route: Route;
  readonly host: HostDefinition;
  /** Wallet that signed the payment header, lower-case; absent on free calls. */
  readonly payer?: string;
  /** Id of the API key, never the key itself. */
  readonly account?: string;
  readonly quote?: Quote;
  /** The payment that came with the call, signature and terms checked; `payments.settle` may use it. */
  readonly payment?: Payment;
  /** Claim of this payment, or reservation of the account; jobs keep it to settle later. */
  readonly claim?: string;
  /** Address of the caller. */
  readonly ip: string;
  /** Origin the request was sent to, such as `http://127.0.0.1:8402`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Takes the outcome that a control API has scripted for the upstream of this call, as adapters do. */
  readonly scripted: () => Direction | undefined;
}

/** A reply that refuses a call: its body is not what the operation answers with. */
export interface Refusal extends Reply {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 501 | 502 | 503 | 504;
}

/** Serves one operation. It throws a `Problem` for every answer that is an error of the spec. */
export type Handler<Body = never, Query = never, Params = never, Answer = unknown> = (
  call: Call<Body, Query, Params>,
) => Promise<Reply<Answer> | Refusal> | Reply<Answer> | Refusal;

/** Finds what keeps a gateway from serving a valid request; the issues are answered like broken rules, before any price. */
export type RequestCheck<Body = never, Query = never, Params = never> = (
  input: Input<Body, Query, Params>,
) => readonly Issue[];

export type { Micro, Problem };
