import { fetch, type RequestInit, type Response } from 'undici';
import type { HostDefinition, Input, Issue, Micro, Quote, Route, StreamEvent } from '../operation.ts';
import { Budget, type Reservation } from './budget.ts';
import { acceptOffer, type Receipt, readReceipt, type Terms } from './challenge.ts';
import { readEvents } from './events.ts';
import { CallFailed, InvalidCall } from './failures.ts';
import { type Parts, urlOf } from './request.ts';
import { payHeader, type Wallet } from './wallet.ts';

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
}

/** How one call is made. */
export interface Settings {
  readonly signal?: AbortSignal;
  /** Micro-USDC that a call without a price of its own may ask for: a poll settles what its job costs. */
  readonly amount?: Micro;
  /** Path and query in place of the operation's own, such as a `poll_url`. */
  readonly url?: string;
  /** Money that an earlier answer left set aside for this call. */
  readonly pending?: Reservation;
}

/** A successful answer. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What was paid, when the call settled. */
  readonly receipt?: Receipt;
  /** Money that is set aside because the gateway may settle the payment later. */
  readonly pending?: Reservation;
}

/** Calls the operations of one host. */
export interface Caller {
  readonly budget: Budget;
  /** What a call costs; `undefined` where it is free or charged by what it used. Throws `InvalidCall`. */
  quote(operation: string, parts: Parts): Quote | undefined;
  call<T>(operation: string, parts: Parts, settings?: Settings): Promise<Answer<T>>;
  stream(operation: string, parts: Parts, done?: string, settings?: Settings): AsyncIterable<StreamEvent>;
}

interface Exchange {
  readonly answer: Response;
  readonly receipt?: Receipt | undefined;
  readonly pending?: Reservation;
}

/** Makes a caller. */
export function createCaller(options: ClientOptions): Caller {
  const { host, baseUrl, wallet, apiKey } = options;
  const budget = new Budget(options.budget);
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  let payee = options.payTo;

  const routeOf = (operation: string): Route => {
    const route = host.routes.find(({ operation: { id } }) => id === operation);
    if (!route) throw new TypeError(`The host ${host.id} does not serve ${operation}.`);
    return route;
  };

  const request = (route: Route, parts: Parts, settings: Settings | undefined, payment?: string): Promise<Response> => {
    const url = settings?.url === undefined ? urlOf(route, parts, baseUrl) : new URL(settings.url, baseUrl);
    if (url.origin !== new URL(baseUrl).origin) throw new TypeError(`${url.href} is not on ${baseUrl}.`);
    const headers = {
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(route.auth === 'key' && apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(payment !== undefined && { 'payment-signature': payment }),
    };
    const init: RequestInit = { method: route.operation.method, headers, redirect: 'error' };
    if (parts.body !== undefined) init.body = JSON.stringify(parts.body);
    if (settings?.signal) init.signal = settings.signal;
    return fetch(url, init);
  };

  /** Answers a challenge with a payment on the expected terms, and with nothing else. */
  const pay = async (
    route: Route,
    parts: Parts,
    amount: Micro,
    challenge: Response,
    settings: Settings | undefined,
  ) => {
    const { payment } = host;
    if (!wallet || !payment) throw new TypeError(`${route.operation.id} is paid and the client has no wallet.`);
    const terms: Terms = {
      payment,
      amount,
      window: route.window ?? payment.window,
      ...(payee !== undefined && { payTo: payee }),
    };
    const headers = Object.fromEntries(challenge.headers);
    const { offer, resource } = acceptOffer(parse(await challenge.text()), headers, terms);
    payee = offer.payTo;
    const reservation = settings?.pending ?? budget.reserve(amount);
    try {
      const answer = await request(route, parts, settings, await payHeader(wallet, offer, resource, now()));
      const receipt = readReceipt(Object.fromEntries(answer.headers), payment.network, wallet.address);
      // An unknown settlement (503) may have moved the funds; any other refusal has not.
      if (receipt || answer.status === 503) reservation.spend();
      else if (!answer.ok) reservation.release();
      return { answer, receipt, ...(answer.ok && !receipt && { pending: reservation }) };
    } catch (error) {
      // Once signed, a payment may be settled whatever became of the answer.
      reservation.spend();
      throw error;
    }
  };

  const exchange = async (operation: string, parts: Parts, settings: Settings | undefined): Promise<Exchange> => {
    const route = routeOf(operation);
    const amount = quoteOf(route, parts)?.amount ?? settings?.amount;
    const first = await request(route, parts, settings);
    const payable = first.status === 402 && (route.auth === 'payment' || route.auth === 'wallet');
    if (!payable || amount === undefined) return { answer: first };
    return pay(route, parts, amount, first, settings);
  };

  return {
    budget,
    quote: (operation, parts) => quoteOf(routeOf(operation), parts),
    async call<T>(operation: string, parts: Parts, settings?: Settings) {
      const { answer, receipt, pending } = await exchange(operation, parts, settings);
      const headers = Object.fromEntries(answer.headers);
      const data = parse(await answer.text());
      if (!answer.ok) throw new CallFailed(operation, answer.status, data, headers);
      // The conformance suite, not the client, holds a gateway to its schemas.
      return {
        data: data as T,
        status: answer.status,
        headers,
        ...(receipt && { receipt }),
        ...(pending && { pending }),
      };
    },
    async *stream(operation, parts, done, settings) {
      const { answer, pending } = await exchange(operation, parts, settings);
      // A stream is settled when it has ended, and nothing that comes after its headers can tell.
      pending?.spend();
      const headers = Object.fromEntries(answer.headers);
      const isStream = answer.ok && headers['content-type']?.startsWith('text/event-stream');
      if (!isStream || !answer.body)
        throw new CallFailed(operation, answer.status, parse(await answer.text()), headers);
      yield* readEvents(answer.body, done);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
