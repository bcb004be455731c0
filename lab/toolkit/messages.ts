/** Reads and writes the parts of messages: payments, requirements, events, JSON. */

import type { Answer } from '@tollwright/runtime/http/request';
import type { TestOffer } from '@tollwright/runtime/testing/wallet';
import { isObject } from '@tollwright/runtime/values/json';
import { otherPaymentHeader, signatureHeader } from './payment-headers.ts';
import type { WireRequest, WireResponse } from './proxy.ts';

/** The fields of x402 messages that our gateway and its callers write; other fields may follow. */
export interface Message {
  readonly [name: string]: unknown;
  readonly accepts?: readonly TestOffer[];
  readonly price?: { readonly amount: string };
  readonly accepted?: Partial<TestOffer>;
  readonly payload?: {
    readonly signature?: string;
    readonly transaction?: string;
    readonly authorization?: Readonly<
      Partial<Record<'from' | 'to' | 'nonce' | 'value' | 'validAfter' | 'validBefore', string>>
    >;
  };
}

/** Text with one character for each byte, as bodies on the wire are. */
export const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** A JSON value as a body. */
export const jsonBody = (value: unknown): string => toLatin1(JSON.stringify(value));

/** The JSON object in a body; `undefined` where it is something else. */
export function parseBody({ body }: Pick<WireRequest | WireResponse, 'body'>): Message | undefined {
  const value = parseJson(Buffer.from(body, 'latin1').toString());
  // Our own gateway and its callers write the fields that are named.
  return isObject(value) ? (value as Message) : undefined;
}

/** A response with another JSON body. */
export function withJson<T extends Pick<WireResponse, 'body'>>(response: T, body: unknown): T {
  return { ...response, body: jsonBody(body) };
}

/** The JSON object that a payment header carries; empty where it carries none. */
export function decodeHeader(value: string | readonly string[] | undefined): Message {
  const decoded = decodeJson(String(value));
  return isObject(decoded) ? (decoded as Message) : {};
}

/** The payment header of a request. */
export function paymentOf({ headers }: Pick<WireRequest, 'headers'>): string | undefined {
  return headers[signatureHeader] ?? headers[otherPaymentHeader];
}

/** A request without its payment. */
export function withoutPayment(request: WireRequest): WireRequest {
  const { [signatureHeader]: _signature, [otherPaymentHeader]: _payment, ...headers } = request.headers;
  return { ...request, headers };
}

/** A response with headers changed; those that are `undefined` are removed. */
export function withHeaders(
  response: WireResponse,
  changes: Readonly<Record<string, string | undefined>>,
): WireResponse {
  const headers = Object.entries({ ...response.headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...response, headers: Object.fromEntries(headers) };
}

/** True for a stream of server-sent events. */
export function isEventStream({ headers }: Pick<WireResponse, 'headers'>): boolean {
  return String(headers['content-type']).startsWith('text/event-stream');
}

/** The server-sent events of a body, each without the blank line after it. */
export function eventsOf({ body }: Pick<WireResponse, 'body'>): readonly string[] {
  return body.split('\n\n').filter((event) => event !== '');
}

/** Server-sent events as a body. */
export function eventBody(events: readonly string[]): string {
  return events.map((event) => `${event}\n\n`).join('');
}

/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects of a list; empty for any other value. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A JSON value in base64, as payment headers carry it. */
export function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The JSON value that a payment header carries; `undefined` where it carries none. */
export function decodeJson(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64').toString());
}

type Headers = Answer['headers'];

/** The value of a header. */
export function headerOf({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined {
  return Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** Headers without some names, in any case. */
export function withoutHeaders(headers: Headers, ...names: readonly string[]): Headers {
  const dropped = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name.toLowerCase())));
}

/** True for a response whose content type is a JSON type. */
export function isJson(response: Pick<Answer, 'headers'>): boolean {
  return (headerOf(response, 'content-type') ?? '').toLowerCase().includes('json');
}
