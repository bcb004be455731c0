/** What a problem is answered with. */

import { STATUS_CODES } from 'node:http';
import { overlay } from '../http/headers.ts';
import type { ErrorDefinition, HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';

/** An error answer before it is sent. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Default errors of every host; a definition of the same id in the specification overrides one. */
const builtIn: Readonly<Record<string, ErrorDefinition>> = Object.fromEntries(
  [
    define('payment-required', 402, { error: 'Payment Required' }),
    define('payment-invalid', 402, { error: 'Payment verification failed', code: 'PAYMENT_INVALID' }),
    define('payment-blockhash-stale', 402, { error: 'Payment verification failed', code: 'PAYMENT_BLOCKHASH_STALE' }),
    define('payment-unfunded', 402, { error: 'Payment verification failed', code: 'PAYMENT_UNFUNDED' }),
    define('payment-replay', 402, { error: 'Payment verification failed', code: 'PAYMENT_REPLAY' }),
    define('settlement-failed', 402, { error: 'Payment settlement failed' }),
    define('settlement-unknown', 503, { error: 'Payment settlement is not confirmed yet' }, { 'Retry-After': '10' }),
    define('unauthorized', 401, { error: 'Unauthorized' }, { 'WWW-Authenticate': 'Bearer' }),
    define('insufficient-balance', 402, { error: 'Insufficient balance' }),
    define('not-found', 404, { error: 'Not found' }),
    define('method-not-allowed', 405, { error: 'Method not allowed' }),
    define('invalid-json', 400, { error: 'Invalid JSON' }),
    define('invalid-body', 400, { error: 'Invalid request body' }),
    define('rate-limited', 429, { error: 'Too many requests' }),
    define('upstream-failed', 502, { error: 'Upstream error' }),
    define('unsupported-media-type', 415, { error: 'Unsupported media type' }),
    define('payload-too-large', 413, { error: 'Payload too large' }),
    define('bodies-full', 429, { error: 'Too many requests' }, { 'Retry-After': '1' }),
    define('caller-gone', 499, { error: 'The caller hung up' }),
    define('not-implemented', 501, { error: 'Not implemented' }),
  ].map((definition) => [definition.id, definition]),
);

/** What a fault of ours is answered with where the specification has nothing to say. */
export const internalError = define('internal-error', 500, { error: 'Internal server error' });

/**
 * Finds what an id is answered with: the route's own error, the host's, or the built-in one.
 *
 * A specification that leaves the words open gets those of the built-in one, else those of HTTP.
 */
export function findError(id: string, host: HostDefinition, route?: Route): ErrorDefinition | undefined {
  const own = route?.errors[id] ?? id;
  const standard = builtIn[own] ?? builtIn[id];
  const specified = host.errors[own];
  if (!specified || specified.body?.error !== undefined) return specified ?? standard;
  return { ...specified, body: { error: STATUS_CODES[specified.http], ...standard?.body, ...specified.body } };
}

/**
 * Puts an error answer together.
 *
 * A definition names a header with an empty value where its value depends on the call: it is taken from `headers`,
 * and left out where nothing is known.
 */
export function renderProblem(
  definition: ErrorDefinition,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): ProblemAnswer {
  const stated = Object.entries(definition.headers ?? {}).filter(([, value]) => value !== '');

  return {
    status: definition.http,
    headers: stated.length > 0 ? overlay(Object.fromEntries(stated), headers) : headers,
    body: { ...definition.body, ...fields },
  };
}

function define(
  id: string,
  http: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): ErrorDefinition {
  return { id, http, body, headers };
}
