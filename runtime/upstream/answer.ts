/** Answers of providers. */

import type { Dispatcher } from 'undici';
import { decoded } from './content-encoding.ts';
import { failureOf } from './errors.ts';

/** An answer of a provider, before its body is read. */
export interface ProviderAnswer {
  readonly status: number;
  /** By lower-case name, without those that describe the compressed body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body. Throws an `UpstreamFailure` when the provider breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reports whether the content is an answer or, whatever the status, a failure. Failures are logged and open the breaker. */
  readonly judged?: (failure?: unknown) => void;
}

/** Reads a response of `undici`: decodes its body, and joins headers that were sent twice. */
export function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData, signal: AbortSignal): ProviderAnswer {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  const { 'content-encoding': encoding = '', 'content-length': _, ...own } = Object.fromEntries(joined);
  return { status: statusCode, headers: own, body: untilItFails(decoded(body, encoding), signal) };
}

async function* untilItFails(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw failureOf(error, signal);
  }
}
