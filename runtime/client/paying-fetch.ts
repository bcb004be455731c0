import { createRouter } from '../http/router.ts';
import type { Route } from '../operation/operation.ts';
import { parseJson } from '../values/encoding.ts';
import { read } from '../values/json.ts';
import { Budget } from './budget.ts';
import { ClientError } from './client-error.ts';
import type { Estimate } from './estimate.ts';
import { createEstimator, type Estimator } from './estimator.ts';
import { InvalidCall } from './failures.ts';
import { defaultTolerance, maxResponseBytes, type PayingOptions, systemNow } from './options.ts';
import { challengeOf, createPayer, isKnownOutcome, type Payer, refusesRepeats, type SignedPayment } from './paying.ts';
import { refusalOfAmount } from './quotes.ts';
import { basePathOf, type Parts, urlUnder } from './request.ts';
import { isPassing } from './retry.ts';
import { incomingOf } from './send.ts';

/** `fetch` that pays, and what it has spent. */
export type PayingFetch = typeof fetch & { readonly budget: Budget };

/**
 * Makes a `fetch` that pays the calls of one gateway, for clients that are not generated.
 *
 * The same request sends its payment again until it is served, so a client that retries pays once. Where the host refuses
 * the payment of a call that failed, the next request signs another one. If a challenge is refused, you get a 402 whose
 * body says why. Requests to other origins are sent unchanged.
 */
export function payingFetch(options: PayingOptions): PayingFetch {
  const { host, baseUrl, wallet, now = systemNow, maxBytes = maxResponseBytes, fetch = globalThis.fetch } = options;
  const { quotes = 'at-most', tolerance = defaultTolerance } = options;
  const budget = new Budget(options.budget);
  const payer = createPayer({ host, budget, wallet, payTo: options.payTo, now });
  const policy = { quotes, tolerance, isCapped: budget.isCapped };
  const estimator = createEstimator({ host, connection: { baseUrl, maxBytes, fetch }, unknown: 'send', now });
  const findRoute = createRouter(host);
  const { origin } = new URL(baseUrl);
  const base = basePathOf(baseUrl);
  const open = openPayments();
  const jobs = openPayments();
  const books = { payer, jobs, baseUrl, maxBytes, isUsedOnce: refusesRepeats(host) };

  const sign = signing({ payer, estimator, maxBytes, policy });

  const pay = async (input: Parameters<typeof globalThis.fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const isOurs = url.origin === origin && url.pathname.startsWith(`${base}/`);
    // A gateway sells nothing for HEAD, whose response has no content.
    if (!isOurs || request.method === 'HEAD') return fetch(request);
    const path = url.pathname.slice(base.length);
    const { route, params } = findRoute(request.method, path);
    const ordered = route?.auth === 'wallet' ? jobs.take(path, now()) : undefined;
    if (route && ordered) return poll(route, request, path, ordered);
    if (route?.auth !== 'payment') return fetch(request);

    const bytes = request.method === 'GET' ? new ArrayBuffer() : await request.arrayBuffer();
    const send: Send = (payment = {}) => {
      const headers = { ...Object.fromEntries(request.headers), ...payment };
      const body = bytes.byteLength === 0 ? {} : { body: bytes };
      return fetch(url, { method: request.method, headers, ...body, signal: request.signal, redirect: 'manual' });
    };
    const text = new TextDecoder().decode(bytes);
    const key = `${request.method} ${url}\n${withoutBoundary(text, request.headers.get('content-type'))}`;
    const parts = { body: parseJson(text), query: queryOf(url), params, headers: Object.fromEntries(request.headers) };
    const held = open.take(key, now()) ?? (await sign(route, parts, send));
    if (held instanceof Response) return held;
    return settling(
      held,
      () => open.keep(key, held),
      async () => settle(books, held, route, await send(held.headers)),
    );
  };

  /** Polls a job at a path with the payment that ordered it. */
  function poll(route: Route, request: Request, path: string, held: SignedPayment): Promise<Response> {
    const headers = { ...Object.fromEntries(request.headers), ...held.headers };
    const send = () => fetch(new Request(request, { headers, redirect: 'manual' }));
    return settling(
      held,
      () => jobs.keep(path, held),
      async () => settle(books, held, route, await send()),
    );
  }

  return Object.assign(pay, { budget });
}

/** Sends a request, with the headers of a payment or without. */
type Send = (payment?: SignedPayment['headers']) => Promise<Response>;

/** Dependencies for signing the payments of challenges. */
interface SigningParts {
  readonly payer: Payer;
  readonly estimator: Estimator;
  readonly maxBytes: number;
  readonly policy: Parameters<typeof refusalOfAmount>[3];
}

/** Creates the function that returns the payment of a challenge, or the response that ends the call. */
function signing({ payer, estimator, maxBytes, policy }: SigningParts) {
  return async (route: Route, parts: Parts, send: Send): Promise<SignedPayment | Response> => {
    const challenge = await send();
    if (challenge.status !== 402) return challenge;
    const call = { route, parts, estimate: estimated(estimator, route, parts) };
    try {
      const read = await challengeOf(incomingOf(challenge, maxBytes));
      return await estimator.sign(call, (estimate) =>
        payer.sign(route, (asked, body) => refusalOfAmount(asked, body, estimate, policy), read),
      );
    } catch (error) {
      if (error instanceof ClientError) return refusal(error);
      throw error;
    }
  };
}

function queryOf({ searchParams }: URL): Parts['query'] {
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, one(searchParams.getAll(name))]));
}

/** Dependencies for booking the outcomes of payments. */
interface Books {
  readonly payer: Payer;
  /** Payments of unfinished jobs, by the path of their polls under the base URL. */
  readonly jobs: ReturnType<typeof openPayments>;
  readonly baseUrl: string;
  readonly maxBytes: number;
  /** Whether the host refuses the payment of a call that failed. */
  readonly isUsedOnce: boolean;
}

/** A response that can still be read, and whether the same request sends its payment again. */
interface BookedResponse {
  readonly response: Response;
  readonly isOpen: boolean;
}

/** Books the outcome of a payment. */
async function settle(
  { payer, jobs, baseUrl, maxBytes, isUsedOnce }: Books,
  held: SignedPayment,
  route: Route,
  response: Response,
): Promise<BookedResponse> {
  const incoming = incomingOf(response, maxBytes);
  const type = incoming.headers['content-type'] ?? '';
  if (response.ok && type.startsWith('text/event-stream')) {
    // A stream settles at its end, after all headers were sent, so no receipt can be read.
    held.reservation.spend();
    return { response, isOpen: false };
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming.chunks) chunks.push(new Uint8Array(chunk));
  const body = new Blob(chunks);
  const data = /json/i.test(type) ? parseJson(await body.text()) : undefined;
  const receipt = payer.conclude(held, route, incoming, data);
  const isPoll = route.auth === 'wallet';
  const url = isPoll ? response.url : read(data, 'poll_url');
  if (response.ok && typeof url === 'string' && (isPoll || response.status === 202 || !receipt))
    jobs.keep(urlUnder(baseUrl, url).pathname.slice(basePathOf(baseUrl).length), held);
  const { status, statusText, headers } = response;
  // A 402 that passes says that the call has not ended.
  const isUsedUp = isUsedOnce && !isPoll && !receipt && status !== 402 && isKnownOutcome(response, data);
  return {
    response: new Response(chunks.length === 0 ? null : body, { status, statusText, headers }),
    isOpen: isPassing(incoming) && !isUsedUp,
  };
}

/** Makes a call with a payment, and keeps the payment while the same request may still be served for it. */
async function settling(held: SignedPayment, keep: () => void, call: () => Promise<BookedResponse>): Promise<Response> {
  try {
    const { response, isOpen } = await call();
    if (isOpen) keep();
    return response;
  } catch (error) {
    held.reservation.spend();
    keep();
    throw error;
  }
}

/** Payments without a final outcome, by the request or job that they pay for. */
function openPayments() {
  const open = new Map<string, SignedPayment[]>();
  return {
    /** Takes a valid payment out, so that no other request uses it until it is kept again. */
    take(key: string, now: number): SignedPayment | undefined {
      const valid = open.get(key)?.filter(({ until }) => now < until) ?? [];
      const held = valid.pop();
      if (valid.length > 0) open.set(key, valid);
      else open.delete(key);
      return held;
    },
    keep(key: string, held: SignedPayment): void {
      open.set(key, [...(open.get(key) ?? []), held]);
    },
  };
}

/** The estimate of a request. The gateway decides on one that the specification does not know. */
function estimated(estimator: Estimator, route: Route, parts: Parts): Estimate {
  try {
    return estimator.estimate(route, parts);
  } catch (error) {
    if (error instanceof InvalidCall) return { isOpen: true };
    throw error;
  }
}

/** The 402 for a challenge that was not paid, in the usual form of errors. */
function refusal({ message, code }: ClientError): Response {
  return Response.json(
    { error: { message, type: code, code } },
    { status: 402, headers: { 'x-should-retry': 'false' } },
  );
}

/** A form without its boundary, which changes each time the form is sent. */
function withoutBoundary(text: string, type: string | null): string {
  const boundary = /boundary="?([^";]+)/.exec(type ?? '')?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, '');
}

function one<T>(values: readonly T[]): T | readonly T[] | undefined {
  return values.length > 1 ? values : values[0];
}
