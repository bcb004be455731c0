import type { HostDefinition, Input, Issue, Micro, Quote, Route, StreamEvent } from '../operation.ts';
import { Budget } from './budget.ts';
import { readEvents } from './events.ts';
import { CallFailed, InvalidCall, StreamFailed } from './failures.ts';
import { createPayer, type Held } from './paying.ts';
import type { Receipt } from './receipt.ts';
import type { Parts } from './request.ts';
import { type Incoming, type Outgoing, readData, send } from './send.ts';
import type { Wallet } from './wallet.ts';

/** How a client reaches a gateway and pays it. */
export interface ClientOptions {
  readonly host: HostDefinition;
  /** Origin of the gateway, such as `https://gateway.example`. */
  readonly baseUrl: string;
  /** Pays per call. */
  readonly wallet?: Wallet;
  /** Pays from an account. */
  readonly apiKey?: string;
  /** USD that may be spent, exact decimal text; absent means no cap. */
  readonly budget?: string;
  /** The only address that may be paid; absent means the one that the first challenge names. */
  readonly payTo?: string;
  /** Unix seconds; the machine's clock when absent. */
  readonly now?: () => number;
  /** Bytes that an answer may have; 256 MiB when absent. */
  readonly maxBytes?: number;
  /** Milliseconds that an answer may take, streams excepted; 900000 when absent. */
  readonly timeout?: number;
}

/** How one call is made. */
export interface Settings {
  readonly signal?: AbortSignal;
  /** Micro-USDC that a call without a price of its own may ask for: a poll settles what its job costs. */
  readonly amount?: Micro;
  /** Path and query in place of the operation's own, such as a `poll_url`. */
  readonly url?: string;
  /** True to send the body as a form, its data URIs as files; only where the operation takes forms. */
  readonly form?: boolean;
  /** The payment that an earlier answer left unsettled: it is sent again, and no second one signed while it is good. */
  readonly pending?: Held;
}

/** A successful answer. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What was paid, when the call settled. */
  readonly receipt?: Receipt;
  /** The payment that was signed and may be settled later. */
  readonly pending?: Held;
}

/** Calls the operations of one host. */
export interface Caller {
  readonly budget: Budget;
  /** What a call costs; `undefined` where it is free or charged by what it used. Throws `InvalidCall`. */
  quote(operation: string, parts: Parts): Quote | undefined;
  call<T>(operation: string, parts: Parts, settings?: Settings): Promise<Answer<T>>;
  stream(operation: string, parts: Parts, done?: string, settings?: Settings): AsyncIterable<StreamEvent>;
}

/** An answer and the payment that it is for. */
interface Exchange {
  readonly answer: Incoming;
  readonly held?: Held;
}

/** Bytes that an answer may have: the largest are videos and sounds within JSON. */
const largest = 256 * 1024 * 1024;

/** Milliseconds that the slowest operation may take. */
const slowest = 900_000;

/** Makes a caller. */
export function createCaller(options: ClientOptions): Caller {
  const { host, baseUrl, wallet, apiKey, maxBytes = largest, timeout = slowest } = options;
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  const budget = new Budget(options.budget);
  const payer = createPayer({ host, budget, wallet, payTo: options.payTo, now });
  const sending = { baseUrl, maxBytes, ...(apiKey !== undefined && { apiKey }) };

  const routeOf = (operation: string): Route => {
    const route = host.routes.find(({ operation: { id } }) => id === operation);
    if (!route) throw new TypeError(`The host ${host.id} does not serve ${operation}.`);
    return route;
  };

  /** Sends a call, and pays for it where it has a price. */
  const exchange = async (route: Route, parts: Parts, settings: Settings, signal?: AbortSignal): Promise<Exchange> => {
    const { pending } = settings;
    const amount = quoteOf(route, parts)?.amount ?? settings.amount;
    if (settings.form && !route.operation.formFields) throw new TypeError(`${route.operation.id} takes no forms.`);
    const outgoing = { route, parts, url: settings.url, form: settings.form, signal };
    if (pending && now() < pending.until) return sendPaid(outgoing, pending);

    const answer = await send(outgoing, sending);
    const payable = answer.status === 402 && (route.auth === 'payment' || route.auth === 'wallet');
    if (!payable || amount === undefined) return { answer };
    // What was held before cannot be settled any more, so that its money pays for this one.
    return sendPaid(outgoing, await payer.sign(route, amount, answer, pending?.reservation));
  };

  const sendPaid = async (outgoing: Outgoing, held: Held): Promise<Exchange> => {
    try {
      return { answer: await send({ ...outgoing, payment: held.header }, sending), held };
    } catch (error) {
      // Once sent, a payment may be settled whatever became of the answer.
      held.reservation.spend();
      throw error;
    }
  };

  return {
    budget,
    quote: (operation, parts) => quoteOf(routeOf(operation), parts),
    async call<T>(operation: string, parts: Parts, settings: Settings = {}) {
      const route = routeOf(operation);
      const late = AbortSignal.timeout(timeout);
      const signal = settings.signal ? AbortSignal.any([settings.signal, late]) : late;
      const { answer, held } = await exchange(route, parts, settings, signal);
      const { status, headers } = answer;
      const data = await readData(answer).catch((error: unknown) => {
        held?.reservation.spend();
        throw error;
      });
      const receipt = held && payer.conclude(held, route, answer, data);
      if (!answer.ok) throw new CallFailed(operation, status, data, headers);
      return {
        // The conformance suite, not the client, holds a gateway to its schemas.
        data: data as T,
        status,
        headers,
        ...(receipt && { receipt }),
        ...(held && !receipt && { pending: held }),
      };
    },
    async *stream(operation, parts, done, settings = {}) {
      const route = routeOf(operation);
      const { answer, held } = await exchange(route, parts, settings, settings.signal);
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
      if (answer.ok && isStream) {
        // A stream is settled when it has ended, and nothing that comes after its headers can tell.
        held?.reservation.spend();
        yield* readEvents(answer.chunks, done);
        return;
      }
      const data = await readData(answer);
      if (held) payer.conclude(held, route, answer, data);
      if (!answer.ok) throw new CallFailed(operation, answer.status, data, answer.headers);
      throw new StreamFailed(`it is no stream but ${answer.headers['content-type']}`);
    },
  };
}

/** The price of a valid call; throws `InvalidCall` for any other. */
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
  // Routes are emitted from the same schemas as the validators that the input has just passed.
  const valid = input as Input<never, never, never>;
  if (issues.length === 0) {
    for (const { id, message, names, holds } of route.conditions) {
      if (!holds(valid)) issues.push({ path: names === undefined ? [] : [names], rule: id, message });
    }
  }
  if (issues.length > 0) throw new InvalidCall(operation.id, issues);
  return route.quote?.(valid);
}

/** Queries and path parameters travel as texts. */
function texts(values: object): Record<string, unknown> {
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(text) : String(value));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, text(value)]])),
  );
}
