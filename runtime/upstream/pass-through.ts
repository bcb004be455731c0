/** Passes calls to a provider and returns its answers unchanged. */

import type { Reply } from '../operation/handler.ts';
import { Problem } from '../operation/problem.ts';
import { obey } from './direct.ts';
import { stringifyExact } from './exact-json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Provider, ProviderRequest, UpstreamCall } from './provider.ts';
import { readBytes } from './read.ts';

/** The request to pass on: a path in segments, each of which is one value of the call, a query, and a body as JSON. */
export interface PassedRequest {
  readonly method: ProviderRequest['method'];
  /** Segments of the path under the provider's base URL; none can lead out of it. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Calls the provider, and replies with the status, the type and the bytes of its answer. */
export type PassThrough = (call: UpstreamCall, request: PassedRequest) => Promise<Reply<never>>;

/** Answers that replace those of the provider. */
export interface PassThroughOptions {
  /** Id of the error that callers get where the provider answers 404. */
  readonly absent?: string;
}

/** Passes calls through to a provider. */
export function passThrough(provider: Provider, { absent }: PassThroughOptions = {}): PassThrough {
  return async (call, { method, path, query = {}, body }) => {
    const direction = await obey(call.scripted(), call.signal);
    const sent = {
      method,
      path: pathOf(path) + queryOf(query),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: stringifyExact(body, call.bytes),
      }),
    };
    const answer = await provider.send(call, sent).catch((error: unknown) => {
      const isAbsent = error instanceof UpstreamFailure && error.detail.status === 404;
      throw isAbsent && absent !== undefined ? new Problem(absent, { message: error.message }) : error;
    });
    const value = await readBytes(answer.body);
    if (direction?.outcome === 'cut') throw new UpstreamFailure('failed', 'The answer of the provider is incomplete.');
    const { 'content-type': contentType = 'application/octet-stream' } = answer.headers;
    return { status: answer.status, bytes: { contentType, value } };
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
