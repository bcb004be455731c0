import { formOf, urlencoded } from '@tollwright/runtime/client/form';
import { formatOf } from '@tollwright/runtime/values/body-format';
import type { TransportHeaders } from '@tollwright/runtime/x402/standard';
import { fieldsOf } from '../common/json.ts';
import type { Invocation, SentRequest } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { paymentIn } from '../http/payment-headers.ts';
import type { Target } from '../target/target.ts';

/** The parts that a request to one target is built from. */
export interface RequestParts {
  readonly target: Pick<Target, 'url' | 'segments'>;
  /** Sent with every call that has no key of its own: the documents may leave open which free calls need one. */
  readonly apiKey?: string | undefined;
  /** Names the headers of payments; absent where nothing is paid. */
  readonly transport?: TransportHeaders;
}

/** Seconds in addition to those that a response may take. */
const marginSeconds = 10;

/** Turns an invocation into the request for a target; throws `NotTestable` where the target file lacks a segment. */
export function buildRequest(invocation: Invocation, { target, apiKey, transport }: RequestParts): SentRequest {
  const { operation, raw, url } = invocation;
  const headers: Record<string, string> = { accept: '*/*' };
  let body: string | undefined;
  if (raw) {
    body = raw.text;
    headers['content-type'] = raw.contentType;
  } else if (invocation.body !== undefined) {
    headers['content-type'] = operation.body?.contentType ?? 'application/json';
    body = textOf(invocation.body, headers['content-type']);
  }

  const described = invocation.header ?? fieldsOf(operation.example.headers);
  for (const [name, value] of Object.entries(described)) if (value !== undefined) headers[name] = String(value);
  for (const [name, value] of Object.entries(invocation.headers ?? {})) headers[name.toLowerCase()] = value;
  if (headers.authorization === undefined && apiKey) headers.authorization = `Bearer ${apiKey}`;
  if (operation.auth === 'key' && headers.authorization === undefined)
    throw new NotTestable('means', 'The call needs an API key, and the run has none at this level.');
  const kept = Object.entries(headers).filter(([, value]) => value !== '');

  const mount = new URL(target.url).pathname.replace(/\/$/, '');
  const path =
    url === undefined ? mount + (invocation.path ?? pathOf(invocation, target.segments)) : followed(url, target.url);
  const patience = operation.timeout ?? operation.payment?.inline;
  const spelling = spellingOf(invocation.headers);
  const payment = transport && paymentIn(transport, headers);
  const sent = {
    method: invocation.method ?? operation.method,
    path,
    ...(payment && { payment }),
    ...(spelling && { spelling }),
    ...(patience !== undefined && { patience: patience + marginSeconds }),
  };
  if (!raw && isMultipart(headers['content-type']) && invocation.body !== undefined) {
    // The sender of the form chooses its boundary and sets the content type.
    const others = kept.filter(([name]) => name !== 'content-type');
    return { ...sent, headers: Object.fromEntries(others), form: formOf(fieldsOf(invocation.body)) };
  }
  return { ...sent, headers: Object.fromEntries(kept), ...(body !== undefined && { body }) };
}

/** The text of a body in the format of its content type; bytes are a data URI, which the client decodes. */
function textOf(body: unknown, type: string): string {
  const format = formatOf(type);
  if (format === 'urlencoded') return urlencoded(formOf(fieldsOf(body)));
  return typeof body === 'string' && (format === 'text' || format === 'bytes') ? body : JSON.stringify(body);
}

function isMultipart(type: string | undefined): boolean {
  return type?.toLowerCase() === 'multipart/form-data';
}

function pathOf({ operation, params, query }: Invocation, segments: Readonly<Record<string, string>>): string {
  const example = fieldsOf(operation.example.params);
  const path = operation.template.replace(/\{([^}]+?)\+?\}/g, (_, name: string) => {
    if (Object.hasOwn(operation.segments, name)) {
      const segment = segments[name];
      if (segment === undefined) throw new NotTestable('means', `The target file has no segment "${name}".`);
      return encodeURIComponent(segment);
    }
    const value = String((params ?? example)[name] ?? '');
    return operation.wide.includes(name)
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(query ?? {}).flatMap(([name, value]) => pairsOf(name, value)));
  return search.size > 0 ? `${path}?${search}` : path;
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item));
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}

/** A URL of the target, as a path on the target; the suite follows none to another origin. */
function followed(url: string, base: string): string {
  const resolved = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (resolved?.origin !== new URL(base).origin) {
    throw new NotTestable('unserved', `The target refers to ${url}, which is not on its own origin.`);
  }
  return resolved.pathname + resolved.search;
}

/** The names of headers that are not in lower case. */
function spellingOf(headers: Invocation['headers']): SentRequest['spelling'] {
  const names = Object.keys(headers ?? {}).filter((name) => name !== name.toLowerCase());
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name.toLowerCase(), name])) : undefined;
}
