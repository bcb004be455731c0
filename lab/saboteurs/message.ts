/** Requests and responses as JSON documents, so that conditions and changes are JSON pointers into them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values/json';
import { decodeJson, encodeJson, isEventStream, parseJson, toLatin1 } from '../toolkit/messages.ts';
import type { WireRequest, WireResponse } from '../toolkit/proxy.ts';

/** A message as a document; its fields depend on whether it is a request or a response. */
export type Message = Readonly<Record<string, unknown>>;

/** A request as a document: `method`, `path`, `query`, `headers`, `decoded` and `body`. */
export function readRequest({ method, url, headers, body }: WireRequest): Message {
  const { pathname, searchParams } = new URL(url, 'http://host');
  const query = Object.fromEntries(searchParams);
  return { method, path: pathname, query, headers, decoded: decodedOf(headers), ...readBody(body) };
}

/** A response as a document: `status`, `headers`, `decoded`, and `body` or the `events` of a stream. */
export function readResponse(response: WireResponse): Message {
  const { status, headers, body } = response;
  const content = isEventStream(response) ? { events: readEvents(body) } : readBody(body);
  return { status, headers, decoded: decodedOf(headers), ...content };
}

/** A request with the parts changed in which two documents differ. */
export function writeRequest(request: WireRequest, before: Message, after: Message): WireRequest {
  const changed = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  const query = new URLSearchParams(textsIn(after.query)).toString();
  const url = changed('path') || changed('query') ? `${after.path}${query === '' ? '' : `?${query}`}` : request.url;
  return {
    ...request,
    url,
    method: String(after.method),
    headers: headersOf(before, after),
    ...(changed('body') && { body: writeBody(after.body) }),
  };
}

/** A response with the parts changed in which two documents differ. */
export function writeResponse(response: WireResponse, before: Message, after: Message): WireResponse {
  const changed = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  return {
    ...response,
    status: Number(after.status),
    headers: headersOf(before, after),
    ...(changed('body') && { body: writeBody(after.body) }),
    ...(changed('events') && { body: writeEvents(after.events) }),
  };
}

function readBody(body: string): { readonly body?: unknown } {
  if (body === '') return {};
  const text = Buffer.from(body, 'latin1').toString();
  return { body: parseJson(text) ?? text };
}

function writeBody(body: unknown): string {
  if (body === undefined) return '';
  return toLatin1(typeof body === 'string' ? body : JSON.stringify(body));
}

/** JSON in base64, alone or within the longer text of a header. */
const encoded = /[\w+/=-]{40,}/;

function decodedOf(headers: WireResponse['headers']): Record<string, unknown> {
  const found = Object.entries(headers).flatMap(([name, value]) => {
    const [text = ''] = encoded.exec(String(value)) ?? [];
    const json = decodeJson(text);
    return isObject(json) ? [[name, json] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The headers of the later document, with the JSON in them that changed; what was removed is left out. */
function headersOf(before: Message, after: Message): Record<string, string> {
  const headers = textsIn(after.headers);
  const [old, decoded] = [before.decoded, after.decoded].map((value) => (isObject(value) ? value : {}));
  for (const [name, json] of Object.entries(decoded ?? {})) {
    const value = headers[name];
    if (value === undefined || isDeepStrictEqual(json, old?.[name])) continue;
    headers[name] = value.replace(encoded, encodeJson(json));
  }
  return headers;
}

function textsIn(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.map(([name, each]) => [name, String(each)]));
}

/** The events of a stream as `{event, data}`; data that is no JSON is text. */
function readEvents(body: string): readonly Record<string, unknown>[] {
  const blocks = Buffer.from(body, 'latin1').toString().split('\n\n');
  return blocks.filter((block) => block !== '').map(readEvent);
}

function readEvent(block: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    fields[name] = name === 'data' ? (parseJson(value) ?? value) : value;
  }
  return fields;
}

function writeEvents(events: unknown): string {
  const blocks = (Array.isArray(events) ? events : []).map((event: unknown) =>
    Object.entries(isObject(event) ? event : {})
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n'),
  );
  return toLatin1(blocks.map((block) => `${block}\n\n`).join(''));
}
