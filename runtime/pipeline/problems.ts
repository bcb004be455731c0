/** The response to a problem: status, headers and body. */

import { STATUS_CODES } from 'node:http';
import { overlay } from '../http/headers.ts';
import type { ErrorDefinition, HostDefinition, RefusalReason } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import type { Problem } from '../operation/problem.ts';
import { PaymentProblem } from '../x402/refusal.ts';

/** An error answer before it is sent. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Errors that a specification may leave undefined, by id: their status, and the headers that HTTP asks for.
 *
 * The headers are also those of an error that a specification defines without any.
 */
export const defaultErrors: Readonly<Record<string, Pick<ErrorDefinition, 'http' | 'headers'>>> = {
  'invalid-body': { http: 400 },
  'invalid-json': { http: 400 },
  unauthorized: { http: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  'insufficient-balance': { http: 402 },
  'not-found': { http: 404 },
  'method-not-allowed': { http: 405 },
  'idempotency-key-used': { http: 409 },
  'payment-identifier-used': { http: 409 },
  'payload-too-large': { http: 413 },
  'unsupported-media-type': { http: 415 },
  'bodies-full': { http: 429, headers: { 'Retry-After': '1' } },
  'rate-limited': { http: 429 },
  'caller-gone': { http: 499 },
  'internal-error': { http: 500 },
  'not-implemented': { http: 501 },
  'upstream-failed': { http: 502 },
  'settlement-unknown': { http: 503, headers: { 'Retry-After': '10' } },
};

/** Words of statuses that HTTP does not define. */
const words: Readonly<Record<number, string>> = { ...STATUS_CODES, 499: 'Client Closed Request' };

/**
 * Finds the error that answers a problem: the route's own, or the host's.
 *
 * An error that the specification does not define has a status, and the words of that status. Returns `undefined` for
 * an id that is known nowhere.
 */
export function findError(problem: Problem, host: HostDefinition, route?: Route): ErrorDefinition | undefined {
  if (problem instanceof PaymentProblem) return refusalError(problem.reason, host, route);
  const { id } = problem;
  const isKnown = host.errors[route?.errors[id] ?? id] !== undefined || defaultErrors[id] !== undefined;
  return isKnown ? errorOf(id, 500, host, route) : undefined;
}

/** The error that answers a refused payment. */
export function refusalError(reason: RefusalReason, host: HostDefinition, route?: Route): ErrorDefinition {
  return errorOf(host.payment?.transport.refusals[reason] ?? reason, 402, host, route);
}

/** The error of an id; `http` is the status of one that is defined nowhere. */
export function errorOf(id: string, http: number, host: HostDefinition, route?: Route): ErrorDefinition {
  const known: ErrorDefinition = { http, ...defaultErrors[id], id, ...host.errors[route?.errors[id] ?? id] };
  if (known.body?.error !== undefined) return known;
  return { ...known, body: { error: words[known.http] ?? `HTTP ${known.http}`, ...known.body } };
}

/**
 * Renders an error response.
 *
 * A header with an empty value in the definition depends on the call: its value comes from `headers`, or the header is
 * left out.
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
