import type { Route } from '../operation/operation.ts';
import { formatOf, isForm } from '../values/body-format.ts';
import { parseJson } from '../values/encoding.ts';
import { ResponseRefused } from './failures.ts';
import { encodeBody } from './form.ts';
import { type Parts, textsOf, urlOf, urlUnder } from './request.ts';

/** How requests are sent, and which responses are read. */
export interface ConnectionOptions {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** True where the key stands for a payment as well. */
  readonly keysPay?: boolean;
  /** Bytes that a response may have. */
  readonly maxBytes: number;
  readonly fetch: typeof fetch;
}

/** One request. */
export interface OutgoingRequest {
  readonly route: Route;
  readonly parts: Parts;
  /** Path and query that replace the operation's own. */
  readonly url?: string | undefined;
  /** True to send the body as a form. */
  readonly form?: boolean | undefined;
  /** The headers of its payment. */
  readonly payment?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Further headers; those of the client override them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A response whose body has not been read. */
export interface IncomingResponse {
  readonly status: number;
  readonly ok: boolean;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Throws where it is too large. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the body. */
  readonly discard: () => Promise<void>;
}

/** Sends a request to the gateway. It follows no redirect and calls no other origin. */
export async function send(outgoing: OutgoingRequest, connection: ConnectionOptions): Promise<IncomingResponse> {
  const { route, parts, form, payment, signal } = outgoing;
  const url = addressOf(outgoing, connection.baseUrl);
  const encoded = parts.body === undefined ? undefined : encodeBody(parts.body, typeOf(route, form));
  const headers = {
    ...outgoing.headers,
    ...headersOf(parts),
    ...(encoded?.type !== undefined && { 'content-type': encoded.type }),
    ...keyHeader(route, connection),
    ...payment,
  };
  const init: RequestInit = { method: route.operation.method, headers, redirect: 'manual' };
  if (encoded) init.body = encoded.body;
  if (signal) init.signal = signal;

  // Browsers refuse a `fetch` that is called as a method of anything but their window.
  const { fetch } = connection;
  const response = await fetch(url, init);
  // Browsers hide the status and the location of a redirect that is not followed.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new ResponseRefused(`it redirects to ${response.headers.get('location')}, and redirects are not followed`);
  }
  return incomingOf(response, connection.maxBytes);
}

/** The API key, for an operation that takes it. */
function keyHeader({ auth }: Route, { apiKey, keysPay }: ConnectionOptions): Readonly<Record<string, string>> {
  const isTaken = auth === 'key' || (keysPay === true && auth !== 'none');
  return apiKey !== undefined && isTaken ? { authorization: `Bearer ${apiKey}` } : {};
}

/** The headers that the operation describes. */
function headersOf({ headers = {} }: Parts): Record<string, string> {
  return Object.fromEntries(Object.entries(textsOf(headers)).map(([name, value]) => [name, String(value)]));
}

/** The content type of a body: the default of the operation, or with `form` its first form. */
function typeOf({ operation: { contentTypes } }: Route, form: boolean | undefined): string {
  const wanted = form ? contentTypes.find((type) => isForm(formatOf(type))) : contentTypes[0];
  return wanted ?? 'application/json';
}

/** A response of `fetch` with a maximum size. */
export function incomingOf(response: Response, maxBytes: number): IncomingResponse {
  return {
    status: response.status,
    ok: response.ok,
    headers: Object.fromEntries(response.headers),
    chunks: chunksOf(response, maxBytes),
    discard: async () => response.body?.cancel(),
  };
}

/** Reads a whole response by its content type: as JSON, as a text, or as bytes where it is neither. */
export async function readData({ headers, ok, chunks }: IncomingResponse): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  if (ok && type !== '' && formatOf(type) === 'bytes') return bytesOf(chunks);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  text += decoder.decode();
  const data = parseJson(text);
  if (ok && data === undefined && /json/i.test(type)) {
    throw new ResponseRefused(`its content type is ${type} and its body is not JSON`);
  }
  // No operation returns HTML: it comes from a proxy, a captive portal or another server.
  if (ok && /html/i.test(type)) throw new ResponseRefused(`its content type is ${type}, which no operation returns`);
  return data === undefined ? text : data;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  const all = new Uint8Array(read.reduce((length, chunk) => length + chunk.byteLength, 0));
  let start = 0;
  for (const chunk of read) {
    all.set(chunk, start);
    start += chunk.byteLength;
  }
  return all;
}

function addressOf({ route, parts, url }: OutgoingRequest, baseUrl: string): URL {
  const address = url === undefined ? urlOf(route, parts, baseUrl) : urlUnder(baseUrl, url);
  if (address.origin === new URL(baseUrl).origin) return address;
  throw new ResponseRefused(`it refers to ${address.origin} instead of ${baseUrl}; no request was sent there`);
}

async function* chunksOf({ body }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  // Not every browser iterates over streams.
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) return;
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw new ResponseRefused(`it is larger than ${maxBytes} bytes`);
      yield next.value;
    }
  } catch (error) {
    throw error instanceof TypeError ? new ResponseRefused('the connection closed before its end') : error;
  } finally {
    // A reader that stops early closes the connection.
    await reader?.cancel().catch(() => {});
  }
}
