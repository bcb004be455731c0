/** The interface between the pipeline and the handlers of operations. */

import type { Quote } from '../money/formula.ts';
import type { Issue } from '../validation/issue.ts';
import type { Note } from './facts.ts';
import type { HostDefinition } from './host.ts';
import type { Input, Route } from './operation.ts';
import type { Payment, SettledPayment } from './payment.ts';
import type { Direction } from './script.ts';

/** One server-sent event. `data` is sent as JSON unless it is a string. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** The answer of a handler. Its body is JSON unless `bytes` or `text` is given with a content type. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** JSON of a provider that is passed on in place of the body; its shape is not known before it arrives. */
  readonly relayed?: unknown;
  readonly text?: { readonly contentType: string; readonly value: string };
  readonly bytes?: { readonly contentType: string; readonly value: Uint8Array };
  readonly stream?: AsyncIterable<StreamEvent>;
  /**
   * Time of the charge. `settle` (default for paid routes), `later` (a poll will settle), or
   * `free` (this outcome is never charged and releases the claim).
   */
  readonly charge?: 'settle' | 'later' | 'free';
  /** The settlement that this answer reports, where the handler settled; adds the receipt headers. */
  readonly receipt?: SettledPayment;
  /** Account hosts: further fields of the usage row, beside time, route and amount. A free call has a row only with it. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Account hosts: the values of a stream that the meter reads and the row records; called once the stream has ended. */
  readonly metered?: () => { readonly response: unknown; readonly usage?: Readonly<Record<string, unknown>> };
}

/** A call as its handler receives it. Services (store, jobs, upstream, clock) are bound when the gateway builds its handlers. */
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
  /** URL at which the caller reaches the service, without a slash at its end: `https://api.example/shop`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The content type that the caller prefers of those that the answer may have; absent where it has one. */
  readonly wanted?: string;
  /** The body as it was sent, from which adapters take the digits of its numbers. */
  readonly bytes?: Uint8Array;
  readonly signal: AbortSignal;
  /** Takes the outcome that a control API has scripted for the upstream of this call, as adapters do. */
  readonly scripted: () => Direction | undefined;
  /** Adds facts to the line of the call in the operator's log. */
  readonly note?: Note;
}

/** A reply that refuses a call: its body is not the response of the operation. */
export interface Refusal extends Reply {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 501 | 502 | 503 | 504;
}

/** Serves one operation. It throws a `Problem` for every answer that is an error of the spec. */
export type Handler<Body = never, Query = never, Params = never, Answer = unknown> = (
  call: Call<Body, Query, Params>,
) => Promise<Reply<Answer> | Refusal> | Reply<Answer> | Refusal;

/** Finds reasons why a gateway cannot serve a valid request; its issues are answered like broken rules, before any price. */
export type RequestCheck<Body = never, Query = never, Params = never> = (
  input: Input<Body, Query, Params>,
) => readonly Issue[];
