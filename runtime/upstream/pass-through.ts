/** Passes calls to a provider and returns its answers unchanged. */

import type { Call, Reply } from '../operation/handler.ts';
import { Problem } from '../operation/problem.ts';
import { obey } from './direct.ts';
import { stringifyExact } from './exact-json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Provider, ProviderRequest, UpstreamCall } from './provider.ts';
import { readBytes } from './read.ts';

/** The request to pass on: a path in segments, each of which is one value of the call, a query, headers and a body. */
export interface PassedRequest {
  readonly method: ProviderRequest['method'];
  /** Segments of the path under the provider's base URL; none can lead out of it. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  /** Names of the headers of the call that are sent too, in lower case. */
  readonly headers?: readonly string[];
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
  /** Sends the bytes of the call with their content type: forms, texts and files. */
  readonly unchanged?: boolean;
}

/** The parts of a call that are passed on. */
export type PassedCall = UpstreamCall & Partial<Pick<Call, 'headers'>>;

/** Calls the provider, and replies with the status, the type and the bytes of its answer. */
export type PassThrough = (call: PassedCall, request: PassedRequest) => Promise<Reply<never>>;

/** Answers that replace those of the provider. */
export interface PassThroughOptions {
  /** Ids of the errors that callers get where the provider refuses a call, by its status. */
  readonly refused?: Readonly<Record<number, string>>;
}

/** Passes calls through to a provider. */
export function passThrough(provider: Provider, { refused = {} }: PassThroughOptions = {}): PassThrough {
  return async (call, request) => {
    try {
      const direction = await obey(call.scripted(), call.signal);
      const answer = await provider.send(call, sentOf(call, request));
      const value = await readBytes(answer.body);
      if (direction?.outcome === 'cut')
        throw new UpstreamFailure('failed', 'The answer of the provider is incomplete.');
      const { 'content-type': contentType = 'application/octet-stream' } = answer.headers;
      return { status: answer.status, bytes: { contentType, value } };
    } catch (error) {
      throw refusalFor(error, refused);
    }
  };
}

/** The error that callers get for a refusal of the provider; any other error itself. */
export function refusalFor(error: unknown, refused: NonNullable<PassThroughOptions['refused']>): unknown {
  if (!(error instanceof UpstreamFailure) || error.kind !== 'rejected') return error;
  const id = refused[error.detail.status ?? 0];
  return id === undefined ? error : new Problem(id, { message: error.message });
}

function sentOf(
  call: PassedCall,
  { method, path, query = {}, headers = [], body, unchanged = false }: PassedRequest,
): ProviderRequest {
  const given = Object.fromEntries(
    headers.flatMap((name) => (call.headers?.[name] === undefined ? [] : [[name, call.headers[name]] as const])),
  );
  const type = unchanged ? call.headers?.['content-type'] : 'application/json';
  const sent = unchanged ? call.bytes : body === undefined ? undefined : stringifyExact(body, call.bytes);
  return {
    method,
    path: pathOf(path) + queryOf(query),
    headers: { ...given, ...(sent !== undefined && type !== undefined && { 'content-type': type }) },
    ...(sent !== undefined && { body: sent }),
  };
}

/** Escapes each segment, so that a value from a caller cannot lead out of the base URL. */
function pathOf(segments: readonly string[]): string {
  const isSound = segments.every((segment) => !/^\.{0,2}$|[/\\]/.test(segment) && segment.isWellFormed());
  if (!isSound) throw new UpstreamFailure('rejected', 'The path leads out of what is sold.', { status: 404 });
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const sent = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) if (value !== undefined && value !== null) sent.append(name, String(value));
  }
  return sent.size === 0 ? '' : `?${sent}`;
}
