/** The answer of a provider as `undici` received it. */

import type { Dispatcher } from 'undici';
import { decoded } from './content-encoding.ts';
import { failureOf } from './errors.ts';

/** An answer of a provider, before its body is read. */
export interface ProviderAnswer {
  readonly status: number;
  /** By lower-case name, without those that describe the body as it was compressed. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body without its `Content-Encoding`. Fails with an `UpstreamFailure` when the provider breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Logs that the answer is a failure after all, by what its format says. */
  readonly logFailure?: (failure: unknown) => void;
}

/** Undoes the encodings of an answer. A header that was sent twice is one value. */
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
