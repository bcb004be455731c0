import { randomUUID } from 'node:crypto';
import { bytesOf, encodeForm } from '@tollwright/runtime/client/form';
import { outgoingAgent } from '@tollwright/runtime/http/outgoing';
import { formatOf } from '@tollwright/runtime/values/body-format';
import { type Dispatcher, FormData } from 'undici';
import manifest from '../../package.json' with { type: 'json' };
import type { ReceivedResponse, SentRequest } from './exchange.ts';
import { NoResponse } from './interruption.ts';
import type { Turn } from './pace.ts';
import { type RawResponse, receive } from './receive.ts';
import { Body, HttpResponse } from './response.ts';

/** Options of a client; each has a default. */
export interface ClientOptions {
  /** Milliseconds until the response must be complete; 20 s by default. */
  readonly timeout?: number | undefined;
  /** Bytes of a body that are read; a longer one counts as no response. */
  readonly maxBytes?: number;
  /** Bytes that all responses of more than a megabyte may have together, since a run keeps them. */
  readonly maxLongBytes?: number;
  /** False for a connection of its own for each request: a server may close one that others use. */
  readonly keepAlive?: boolean;
  /** True where no request is charged, so that each may be sent again. */
  readonly free?: boolean | undefined;
  /** URL of the proxy for every request; by default the one of the environment, and none for this machine. */
  readonly proxy?: string | undefined;
  /** PEM text of certificates that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined;
  /** Headers of every request that does not have them itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Waits until a request may be sent: before each, and before one that is sent again. */
  readonly turn?: Turn | undefined;
}

/** Sends requests to one deployment and returns every response unchanged. */
export interface Client {
  /** Throws `NoResponse` when there is none; a response that ends within its body is returned with `cut`. */
  exchange(sent: SentRequest, signal?: AbortSignal): Promise<ReceivedResponse>;
  close(): Promise<void>;
}

/** `User-Agent` of every request, with the page that explains a run to operators. */
export const userAgent = `tollwright/${manifest.version} (+${manifest.homepage})`;

const megabyte = 2 ** 20;

/** Levels of JSON that a response may have: many parsers fail at more, and this suite with them. */
const maxLevels = 1000;

/** 64 connections are enough for races of twenty; redirects are not followed. */
function agentOf({ keepAlive = true, proxy, ca }: ClientOptions, timeout: number) {
  // A challenge header may repeat the URL of its call three times, and the suite sends long ones.
  const maxHeaderSize = 1 << 20;
  const connect = { timeout: Math.min(timeout, 10_000) };
  const reuse = keepAlive ? {} : { pipelining: 0 };
  const trusted = ca === undefined ? {} : { ca };
  return outgoingAgent({ connections: 64, connect, maxHeaderSize, ...reuse, ...trusted }, proxy);
}

/** Creates a client for a base URL, which may have a path. */
export function createClient(base: string, options: ClientOptions = {}): Client {
  const {
    timeout = 20_000,
    maxBytes = 32 * megabyte,
    maxLongBytes = 1024 * megabyte,
    headers = {},
    free = false,
    turn = async () => {},
  } = options;
  const agent = agentOf(options, timeout);

  // Callers keep the responses anyway, and many have the same body.
  const bodies = new Map<string, Body>();
  let long = 0;

  /** The body of a text, which is kept; throws where the run would keep too much, or could not read it. */
  function bodyOf(text: string): Body {
    const known = bodies.get(text);
    if (known) return known;
    if (isDeeper(text, maxLevels)) throw new Error(`the response is nested more than ${maxLevels} levels deep`);
    if (text.length > megabyte) long += text.length;
    if (long > maxLongBytes)
      throw new Error(`there were responses of more than a megabyte, together longer than ${maxLongBytes} bytes`);
    const body = new Body(text);
    if (text.length <= megabyte) bodies.set(text, body);
    return body;
  }

  return {
    async exchange(sent, signal) {
      const patience = Math.max(timeout, (sent.patience ?? 0) * 1000);
      try {
        const { origin, pathname, search } = new URL(base + sent.path);
        const request = {
          origin,
          path: `${pathname}${search}`,
          method: methodOf(sent.method),
          headers: { 'user-agent': userAgent, 'x-request-id': randomUUID(), ...headers, ...spelled(sent) },
          ...(sent.body !== undefined && { body: isFile(sent) ? bytesOf(sent.body) : sent.body }),
          ...(sent.form && { body: encodeForm(sent.form, new FormData()) }),
        };
        const send = async () => {
          await turn(signal);
          return receive(agent, request, { timeout: patience, maxBytes, signal });
        };
        const { text, ...head } = await (free || chargesNothing(sent) ? sendAgainOnce(send) : send());
        return new HttpResponse({ ...head, body: bodyOf(text) });
      } catch (cause) {
        throw new NoResponse(describeFailure(cause, `${sent.method} ${sent.path}`, patience, options.proxy), {
          cause,
          sent,
        });
      }
    },
    close: () => agent.close(),
  };
}

/**
 * Sends a request, and once more where its connection was closed: idle at that moment, or before the end of the response.
 *
 * A connection that is closed again shows the target, not the network between.
 */
async function sendAgainOnce(send: () => Promise<RawResponse>): Promise<RawResponse> {
  const first = await send().catch((cause: unknown) => {
    if (!isClosed(cause)) throw cause;
    return cause;
  });
  if (!(first instanceof Error) && !first.cut) return first;
  return send().catch(() => {
    if (first instanceof Error) throw first;
    return first;
  });
}

/** True for a request that may be sent again (RFC 9110, 9.2.2): one that only reads, or one without payment and API key. */
function chargesNothing({ method, payment, headers }: SentRequest): boolean {
  return method === 'GET' || (payment === undefined && headers.authorization === undefined);
}

function isClosed(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET');
}

/** True where the body is the data URI of the bytes to send. */
function isFile({ headers }: SentRequest): boolean {
  return formatOf(headers['content-type'] ?? 'application/json') === 'bytes';
}

/** Headers in the case in which they are sent. */
function spelled({ headers, spelling = {} }: SentRequest): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [spelling[name] ?? name, value]);
  // The suite reads bodies as they are sent, so it asks for none that is encoded.
  return Object.fromEntries([['accept-encoding', 'identity'], ...own]);
}

function methodOf(method: string): Dispatcher.HttpMethod {
  // HTTP methods are any token; undici's type lists the usual ones only.
  return method as Dispatcher.HttpMethod;
}

/** Codes of certificates that no trusted one has signed. */
const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

function describeFailure(cause: unknown, what: string, timeout: number, proxy: string | undefined): string {
  if (!(cause instanceof Error)) return `${what}: no response.`;
  const code = 'code' in cause ? String(cause.code) : '';
  if (cause.name === 'TimeoutError' || code.endsWith('_TIMEOUT'))
    return `${what}: no response within ${timeout / 1000} s.`;
  if (cause.name === 'AbortError') return `${what}: aborted, because the check took too long.`;
  const reasons: Record<string, string> = {
    ECONNREFUSED: `the connection${proxy === undefined ? '' : ', or that to the proxy,'} was refused`,
    ENOTFOUND: 'the host name does not exist',
    EAI_AGAIN: 'the host name could not be resolved',
    ECONNRESET: 'the connection was reset',
    UND_ERR_SOCKET: 'the connection was closed before a response arrived',
    ...Object.fromEntries(
      untrusted.map((each) => [each, 'its certificate is not trusted; --ca trusts that of a PEM file']),
    ),
  };
  return `${what}: ${reasons[code] ?? (cause.message || code)}.`;
}

/** True for a text whose JSON is nested deeper than `maxDepth`; brackets within its strings do not count. */
export function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
  }
  return false;
}

/** Where the string that begins at a quote ends; the quote itself where it does not. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index;
    else if (code === 0x0a) break;
  }
  return start;
}
