import { fetch, type RequestInit, type Response } from 'undici';
import type { Route } from '../operation.ts';
import { AnswerRefused } from './failures.ts';
import { encodeForm, formOf } from './form.ts';
import { type Parts, urlOf } from './request.ts';

/** How requests are sent, and what may come back. */
export interface Sending {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Bytes that an answer may have. */
  readonly maxBytes: number;
}

/** One request. */
export interface Outgoing {
  readonly route: Route;
  readonly parts: Parts;
  /** Path and query in place of the operation's own. */
  readonly url?: string | undefined;
  /** True to send the body as a form. */
  readonly form?: boolean | undefined;
  readonly payment?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read. */
export interface Incoming {
  readonly status: number;
  readonly ok: boolean;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it comes; it fails where it is larger than an answer may be. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Sends a request to the gateway and to nobody else: no redirect is followed and no other origin is called. */
export async function send(outgoing: Outgoing, sending: Sending): Promise<Incoming> {
  const { route, parts, form, payment, signal } = outgoing;
  const url = addressOf(outgoing, sending.baseUrl);
  const headers = {
    // Whoever sends a form chooses its boundary and says so in the type.
    ...(parts.body !== undefined && !form && { 'content-type': 'application/json' }),
    ...(route.auth === 'key' && sending.apiKey !== undefined && { authorization: `Bearer ${sending.apiKey}` }),
    ...(payment !== undefined && { 'payment-signature': payment }),
  };
  const init: RequestInit = { method: route.operation.method, headers, redirect: 'manual' };
  if (parts.body !== undefined) init.body = form ? encodeForm(formOf(Object(parts.body))) : JSON.stringify(parts.body);
  if (signal) init.signal = signal;

  const response = await fetch(url, init);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new AnswerRefused(`it redirects to ${response.headers.get('location')}, where nothing is sent`);
  }
  return {
    status: response.status,
    ok: response.ok,
    headers: Object.fromEntries(response.headers),
    chunks: chunksOf(response, sending.maxBytes),
  };
}

/** Reads an answer whole, as what its content type says it is. */
export async function readData({ headers, ok, chunks }: Incoming): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  text += decoder.decode();
  const data = parse(text);
  if (ok && data === undefined && /json/i.test(type)) throw new AnswerRefused('it says that it is JSON and is none');
  // No operation answers with a page: it comes from a proxy, a portal or somebody else.
  if (ok && /html/i.test(type)) throw new AnswerRefused('it is a page of HTML');
  return data === undefined ? text : data;
}

function addressOf({ route, parts, url }: Outgoing, baseUrl: string): URL {
  const address = url === undefined ? urlOf(route, parts, baseUrl) : new URL(url, baseUrl);
  if (address.origin === new URL(baseUrl).origin) return address;
  throw new AnswerRefused(`it leads to ${address.origin}, which is not ${baseUrl}; nothing was sent there`);
}

async function* chunksOf({ body }: Response, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new AnswerRefused(`it is larger than ${most} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof TypeError ? new AnswerRefused('the connection was broken off before its end') : error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
