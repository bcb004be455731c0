/** Translates errors of undici into failures. */

import { errors } from 'undici';
import { UpstreamFailure } from './failure.ts';

/** Errors of a connection that was never made. */
const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Returns the failure for an error of a request. */
export function failureOf(error: unknown, signal: AbortSignal): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (signal.aborted) return new UpstreamFailure('timeout', 'The caller disconnected.');
  if (unreachable.includes(codeOf(error))) return new UpstreamFailure('failed', 'The provider cannot be reached.');
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new UpstreamFailure('timeout', 'The provider did not respond in time.');
  return new UpstreamFailure('failed', 'The provider broke off.');
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
