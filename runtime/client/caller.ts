import type { Quote } from '../money/formula.ts';
import type { StreamEvent } from '../operation/handler.ts';
import type { Route } from '../operation/operation.ts';
import { Budget } from './budget.ts';
import type { Receipt } from './client-error.ts';
import { createEstimator, type Estimator } from './estimator.ts';
import { type EventStream, eventStream, readEvents } from './events.ts';
import { createExchange, type Exchange, lost, type Request } from './exchange.ts';
import { CallFailed, StreamFailed } from './failures.ts';
import { type ClientOptions, maxCallTime, maxResponseBytes, type Settings, systemNow } from './options.ts';
import { createPayer, isKnownOutcome, type Payer, type SignedPayment } from './paying.ts';
import type { Parts } from './request.ts';
import { readData } from './send.ts';

export type { ClientOptions, Settings } from './options.ts';

/** A successful response. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Proof of the payment, when the call settled. */
  readonly receipt?: Receipt;
  /** The payment that was signed and may be settled later. */
  readonly pending?: SignedPayment;
}

/** Calls the operations of one host. */
export interface Caller {
  readonly budget: Budget;
  /** The price of a call; `undefined` where it is free or metered, or where only the gateway knows it. Throws `InvalidCall`. */
  quote(operation: string, parts: Parts): Quote | undefined;
  /** Replaces entries of a generated catalog for estimates. Entries have the form of the specification. */
  follow: Estimator['follow'];
  call<T>(operation: string, parts: Parts, settings?: Settings): Promise<Answer<T>>;
  stream<Event>(operation: string, parts: Parts, done?: string, settings?: Settings): EventStream<Event>;
}

/** Creates the caller of one host from the client's options. */
export function createCaller(options: ClientOptions): Caller {
  const { host, baseUrl, wallet, apiKey, unknown = 'send', maxBytes = maxResponseBytes, now = systemNow } = options;
  const budget = new Budget(options.budget);
  const payer = createPayer({ host, budget, wallet, payTo: options.payTo, now });
  const fetch = options.fetch ?? globalThis.fetch;
  const connection = { baseUrl, maxBytes, fetch, keysPay: host.keys === true, ...(apiKey !== undefined && { apiKey }) };
  const estimator = createEstimator({ host, connection, unknown, now });
  const exchange = createExchange({ options, connection, payer, estimator, isCapped: budget.isCapped });
  const tools = { exchange, payer };
  const routeOf = (operation: string): Route => {
    const route = host.routes.find(({ operation: { id } }) => id === operation);
    if (!route) throw new TypeError(`The host ${host.id} does not serve ${operation}.`);
    return route;
  };
  const requestOf = (operation: string, parts: Parts, settings: Settings): Request => {
    const route = routeOf(operation);
    return { route, parts, settings, estimate: estimator.estimate(route, parts) };
  };

  return {
    budget,
    quote: (operation, parts) => estimator.estimate(routeOf(operation), parts).quote,
    follow: estimator.follow,
    async call<T>(operation: string, parts: Parts, settings: Settings = {}) {
      const deadline = () => AbortSignal.timeout(settings.timeout ?? options.timeout ?? maxCallTime);
      return answerOf<T>({ ...requestOf(operation, parts, settings), deadline }, tools);
    },
    stream: (operation, parts, done, settings = {}) =>
      eventStream(begin(() => events(requestOf(operation, parts, settings), tools, done))),
  };
}

/** Makes the exchanges of a caller and books their payments. */
interface Tools {
  readonly exchange: (request: Request) => Promise<Exchange>;
  readonly payer: Payer;
}

/** Makes a call and reads its whole answer. */
async function answerOf<T>(request: Request, { exchange, payer }: Tools): Promise<Answer<T>> {
  const made = await exchange(request);
  const { answer, held } = made;
  const { status, headers } = answer;
  const data = await readData(answer).catch((error: unknown) => {
    held?.reservation.spend();
    throw lost(request, error, held);
  });
  const receipt = held && payer.conclude(held, request.route, answer, data);
  if (!answer.ok) throw failure(request, made, data, receipt);
  return {
    // The conformance suite, not the client, checks responses against their schemas.
    data: data as T,
    status,
    headers,
    ...(receipt && { receipt }),
    ...(held && !receipt && { pending: held }),
  };
}

/** Makes a call and reads the events of its stream. */
async function* events(request: Request, { exchange, payer }: Tools, done?: string): AsyncGenerator<StreamEvent> {
  const made = await exchange(request);
  const { answer, held } = made;
  const type = answer.headers['content-type'];
  if (answer.ok && type?.startsWith('text/event-stream')) {
    // A stream settles at its end, after all headers were sent, so no receipt can be read.
    held?.reservation.spend();
    yield* readEvents(answer.chunks, done);
    return;
  }
  const data = await readData(answer);
  const receipt = held && payer.conclude(held, request.route, answer, data);
  if (!answer.ok) throw failure(request, made, data, receipt);
  throw new StreamFailed(`its content type is ${type} instead of text/event-stream`);
}

/** Starts a stream when it is read, so that its errors are thrown where you await the events. */
async function* begin<T>(stream: () => AsyncIterable<T>): AsyncGenerator<T> {
  yield* stream();
}

function failure({ route }: Request, { answer, held, repeats }: Exchange, body: unknown, receipt?: Receipt) {
  const { status, headers } = answer;
  // After a repeat, an earlier response to the same payment was lost.
  const isUnknown = !isKnownOutcome(answer, body) || (held !== undefined && repeats > 0);
  const charged = receipt ? true : isUnknown ? undefined : false;
  return new CallFailed(route.operation.id, body, headers, { status, charged, receipt });
}
