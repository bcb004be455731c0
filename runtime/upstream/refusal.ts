/** Reads the refusals of providers. */

import { retryAfter as secondsToWait } from '../http/retry-after.ts';
import { isObject } from '../values/json.ts';
import type { ProviderAnswer } from './answer.ts';
import { UpstreamFailure } from './failure.ts';

/** Bytes of a refusal that are read. */
const maxErrorBytes = 65_536;

/** Characters of a refusal that the caller or the log gets. */
const maxMessageLength = 500;

/**
 * Reads the refusal of a provider.
 *
 * Only the message about a refused input reaches the caller. Others may name accounts and machines of the operator.
 */
export async function refusalOf({ status, headers, body }: ProviderAnswer): Promise<UpstreamFailure> {
  const text = await readSome(body);
  const error = errorIn(text);
  const retryAfter = secondsToWait(headers, Date.now()) ?? delayIn(error);
  const message = messageIn(error);
  const reason = message ?? text.slice(0, maxMessageLength);
  const detail = { status, reason, ...(retryAfter !== undefined && { retryAfter }) };
  if (status === 429) return new UpstreamFailure('capacity', 'The provider has no capacity left.', detail);
  if (![400, 404, 409, 410, 413, 415, 422].includes(status))
    return new UpstreamFailure('failed', `The provider returned ${status}.`, detail);
  return new UpstreamFailure('rejected', message ?? `The provider refused the input with ${status}.`, detail);
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxErrorBytes) break;
    }
  } catch {
    // The status alone is enough.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The error of a body, as most APIs write it. Google puts the object into a list. */
function errorIn(text: string): unknown {
  try {
    const [body]: unknown[] = [JSON.parse(text)].flat();
    return isObject(body) ? (body.error ?? body) : undefined;
  } catch {
    return undefined;
  }
}

/** The message of an error. Mistral and vLLM list what is wrong with each field under `detail`. */
function messageIn(error: unknown): string | undefined {
  const message = isObject(error) ? (textOf(error.message) ?? textOf(error.detail)) : textOf(error);
  return message?.slice(0, maxMessageLength);
}

/** Seconds to wait as Google names them beside the error, in place of a header: `{ "@type": "…RetryInfo", "retryDelay": "37.5s" }`. */
function delayIn(error: unknown): number | undefined {
  const details = isObject(error) && Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const delays = details.flatMap(({ retryDelay }) => /^(\d{1,9}(?:\.\d+)?)s$/.exec(String(retryDelay))?.[1] ?? []);
  return delays[0] === undefined ? undefined : Number(delays[0]);
}

/** A text, or the texts of a list of faults. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const faults = [isObject(value) ? value.detail : value].flat();
  const texts = faults.flatMap((fault) => (isObject(fault) && typeof fault.msg === 'string' ? [fault.msg] : []));
  return texts.length === 0 ? undefined : texts.join('; ');
}
