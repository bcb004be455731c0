/** Requests as the suite sends them, and the responses to them. */

import { isObject } from '@tollwright/runtime/values/json';
import type { Operation } from '../contract/contract.ts';

/** A difference between a response and the requirement of a rule. */
export interface Mismatch {
  readonly detail: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** JSON pointer into the response body. */
  readonly at?: string;
}

/** A request as the suite sends it. `path` starts with `/`. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The header that carries a payment, by its lower-case name, and its value; absent where nothing is paid. */
  readonly payment?: { readonly header: string; readonly value: string };
  /** Header names in the spelling that is sent, by their lower-case form, where the two differ. */
  readonly spelling?: Readonly<Record<string, string>>;
  /** Exact text of the body; a data URI where its content type is neither a text, a form nor JSON. */
  readonly body?: string;
  /** Fields of a form in place of a body, in order; a data URI is sent as a file. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Seconds that the response may take, where that is longer than usual. */
  readonly patience?: number;
}

/** A response. Header names are lower-case. */
export interface ReceivedResponse {
  /** Its status; a success that the operation does not describe counts as its 200 (question `success-status`). */
  readonly status: number;
  /** The original status, where the response counts as another. */
  readonly rawStatus?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Every header in its original order and spelling; a repeated header stands here each time. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Parsed body; `undefined` when it is not JSON. */
  readonly json: unknown;
  /** Server-sent events, when the response is a stream. */
  readonly events: readonly { readonly event?: string; readonly data: string; readonly json: unknown }[];
  /** True when the connection was closed before the body ended. */
  readonly cut: boolean;
  /** True where the body is no UTF-8. */
  readonly garbled?: true;
}

/** A request with its response. */
export interface Exchange {
  readonly sent: SentRequest;
  readonly received: ReceivedResponse;
}

/** An operation with the values it is called with; the run turns it into a request for its target. */
export interface Invocation {
  readonly operation: Operation;
  /** In place of the operation's own method: one that the path does not support. */
  readonly method?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The headers that the operation describes; absent means those of its example. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** Any other headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Exact body text instead of `body`, for bodies that are not JSON. */
  readonly raw?: { readonly text: string; readonly contentType: string };
  /** Path and query in place of the operation's own, as the target names them, such as a `poll_url`. */
  readonly url?: string;
  /** Path of the service in place of the operation's own. */
  readonly path?: string;
  /** True for a call that may find the balance of its API key or its free quota exhausted: the check judges the response. */
  readonly exhausts?: true;
  /** True for one of many that were sent at once with one payment: its response may be about a call that is still under way. */
  readonly raced?: true;
}

/** A call with a payment: the challenge that was signed, and the header that carries the payment. */
export interface PaidCall extends Exchange {
  readonly challenge: Challenge;
  /** The value of the payment header, so that it can be sent again; empty on account hosts. */
  readonly header: string;
  /** Every response to this payment: one, or as many as it was sent at once (`concurrent`). */
  readonly all: readonly Exchange[];
}

/** A 402 response, as far as the suite reads it. */
export interface Challenge {
  readonly exchange: Exchange;
  readonly accepts: readonly Record<string, unknown>[];
  /** Micro-USDC of the first offer. */
  readonly amount: bigint;
}

/** A cache key for a call: the same for the same values of the same operation, in whatever order their names are. */
export function callKey({ operation, query, headers, ...rest }: Invocation): string {
  const asked = { ...rest, ...(isEmpty(query) ? {} : { query }), ...(isEmpty(headers) ? {} : { headers }) };
  return JSON.stringify([operation.id, asked], (_, value: unknown) => (isObject(value) ? inOrder(value) : value));
}

function isEmpty(values: Invocation['query']): boolean {
  return Object.keys(values ?? {}).length === 0;
}

function inOrder(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The text of a response to search in: JSON is normalized, whatever its whitespace and escapes. */
export function searchableText({ json, text }: Pick<ReceivedResponse, 'json' | 'text'>): string {
  return json === undefined ? text : JSON.stringify(json);
}
