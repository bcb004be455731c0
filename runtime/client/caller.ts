import type { HostDefinition, Input, Issue, Micro, Quote, Route, StreamEvent } from '../operation.ts';
import { Budget } from './budget.ts';
import { type EventStream, eventStream, readEvents } from './events.ts';
import { CallFailed, InvalidCall, StreamFailed } from './failures.ts';
import { createPayer, type Held } from './paying.ts';
import type { Receipt } from './receipt.ts';
import type { Parts } from './request.ts';
import { type Incoming, type Outgoing, readData, type Sending, send } from './send.ts';
import type { Wallet } from './wallet.ts';

/** How a client reaches a gateway and pays it. */
export interface ClientOptions {
  readonly host: HostDefinition;
  /** Origin of the gateway, such as `https://gateway.example`. */
  readonly baseUrl: string;
  /** Pays per call. */
  readonly wallet?: Wallet;
  /** Key of an account that pays for the calls. */
  readonly apiKey?: string;
  /** USD that may be spent, as exact decimal text; absent means no cap. */
  readonly budget?: string;
  /** The only address that may be paid; absent means the one in the first challenge. */
  readonly payTo?: string;
  /** The clock in unix seconds; the system's when absent. */
  readonly now?: () => number;
  /** Bytes that a response may have; 256 MiB when absent. */
  readonly maxBytes?: number;
  /** Milliseconds until a response must be complete, streams excepted; 900000 when absent. */
  readonly timeout?: number;
  /** Sends requests; the global `fetch` when absent. */
  readonly fetch?: typeof fetch;
}

/** How one call is made. */
export interface Settings {
  readonly signal?: AbortSignal;
  /** Micro-USDC that a call without its own price may cost: a poll settles the price of its job. */
  readonly amount?: Micro;
  /** Path and query that replace the operation's own, such as a `poll_url`. */
  readonly url?: string;
  /** True to send the body as a form, its data URIs as files; only where the operation takes forms. */
  readonly form?: boolean;
  /** The payment that an earlier response left unsettled: it is sent again, and none is signed while it is valid. */
  readonly pending?: Held;
}

/** A successful response. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Proof of the payment, when the call settled. */
  readonly receipt?: Receipt;
  /** The payment that was signed and may be settled later. */
  readonly pending?: Held;
}

/** Calls the operations of one host. */
export interface Caller {
  readonly budget: Budget;
  /** The price of a call; `undefined` where it is free or metered. Throws `InvalidCall`. */
  quote(operation: string, parts: Parts): Quote | undefined;
  call<T>(operation: string, parts: Parts, settings?: Settings): Promise<Answer<T>>;
  stream<Event>(operation: string, parts: Parts, done?: string, settings?: Settings): EventStream<Event>;
}

/** A response and the payment that was sent for it. */
interface Exchange {
  readonly answer: Incoming;
  readonly held?: Held;
}

/** Bytes that a response may have: the largest are videos and sounds within JSON. */
const largest = 256 * 1024 * 1024;

/** Milliseconds that the slowest operation may take. */
const slowest = 900_000;

/** Makes a caller. */
export function createCaller(options: ClientOptions): Caller {
  const { host, baseUrl, wallet, apiKey, maxBytes = largest, timeout = slowest } = options;
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  const budget = new Budget(options.budget);
  const payer = createPayer({ host, budget, wallet, payTo: options.payTo, now });
  const fetch = options.fetch ?? globalThis.fetch;
  const sending = { baseUrl, maxBytes, fetch, ...(apiKey !== undefined && { apiKey }) };

  const routeOf = (operation: string): Route => {
    const route = host.routes.find(({ operation: { id } }) => id === operation);
    if (!route) throw new TypeError(`The host ${host.id} does not serve ${operation}.`);
    return route;
  };

  /** Sends a call, and pays for it where it has a price. */
  const exchange = async (route: Route, parts: Parts, settings: Settings, signal?: AbortSignal): Promise<Exchange> => {
    const { pending } = settings;
    const amount = quoteOf(route, parts)?.amount ?? settings.amount;
    if (settings.form && !route.operation.formFields)
      throw new TypeError(`${route.operation.id} does not accept forms.`);
    const outgoing = { route, parts, url: settings.url, form: settings.form, signal };
    if (pending && now() < pending.until) return sendPaid(outgoing, pending, sending);

    const answer = await send(outgoing, sending);
    const payable = answer.status === 402 && (route.auth === 'payment' || route.auth === 'wallet');
    if (!payable || amount === undefined) return { answer };
    // The earlier payment has expired, and may have settled before that.
    pending?.reservation.lapse();
    return sendPaid(outgoing, await payer.sign(route, amount, answer), sending);
  };

  async function* events(route: Route, parts: Parts, settings: Settings, done?: string): AsyncGenerator<StreamEvent> {
    const { answer, held } = await exchange(route, parts, settings, settings.signal);
    const type = answer.headers['content-type'];
    if (answer.ok && type?.startsWith('text/event-stream')) {
      // A stream settles at its end, after all headers were sent, so no receipt can be read.
      held?.reservation.spend();
      yield* readEvents(answer.chunks, done);
      return;
    }
    const data = await readData(answer);
    if (held) payer.conclude(held, route, answer, data);
    if (!answer.ok) throw new CallFailed(route.operation.id, answer.status, data, answer.headers);
    throw new StreamFailed(`its content type is ${type} instead of text/event-stream`);
  }

  return {
    budget,
    quote: (operation, parts) => quoteOf(routeOf(operation), parts),
    async call<T>(operation: string, parts: Parts, settings: Settings = {}) {
      const route = routeOf(operation);
      const deadline = AbortSignal.timeout(timeout);
      const signal = settings.signal ? AbortSignal.any([settings.signal, deadline]) : deadline;
      const { answer, held } = await exchange(route, parts, settings, signal);
      const { status, headers } = answer;
      const data = await readData(answer).catch((error: unknown) => {
        held?.reservation.spend();
        throw error;
      });
      const receipt = held && payer.conclude(held, route, answer, data);
      if (!answer.ok) throw new CallFailed(operation, status, data, headers);
      return {
        // The conformance suite, not the client, checks responses against their schemas.
        data: data as T,
        status,
        headers,
        ...(receipt && { receipt }),
        ...(held && !receipt && { pending: held }),
      };
    },
    stream: (operation, parts, done, settings = {}) => eventStream(events(routeOf(operation), parts, settings, done)),
  };
}

/** Sends a call with its payment. */
async function sendPaid(outgoing: Outgoing, held: Held, sending: Sending): Promise<Exchange> {
  try {
    return { answer: await send({ ...outgoing, payment: held.header }, sending), held };
  } catch (error) {
    // Once sent, a payment may be settled even if no response arrives.
    held.reservation.spend();
    throw error;
  }
}

/** The price of a valid call; throws `InvalidCall` for an invalid one. */
function quoteOf(route: Route, { body, query = {}, params = {} }: Parts): Quote | undefined {
  const { operation } = route;
  const issues: Issue[] = [];
  const checked = (value: unknown, validate: typeof operation.body) => {
    const result = validate?.(value);
    if (result?.ok === false) issues.push(...result.issues);
    return result?.ok ? result.value : value;
  };
  const input: Input = {
    request: checked(body, operation.body),
    query: checked(texts(query), operation.query),
    params: checked(texts(params), operation.params),
  };
  // Routes are emitted from the same schemas as the validators that have just accepted the input.
  const valid = input as Input<never, never, never>;
  if (issues.length === 0) {
    for (const { id, message, names, holds } of route.conditions) {
      if (!holds(valid)) issues.push({ path: names === undefined ? [] : [names], rule: id, message });
    }
  }
  if (issues.length > 0) throw new InvalidCall(operation.id, issues);
  return route.quote?.(valid);
}

/** Queries and path parameters are sent as texts. */
function texts(values: object): Record<string, unknown> {
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(text) : String(value));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, text(value)]])),
  );
}
