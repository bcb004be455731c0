/** Classifies responses: accepted, rejected as expected, or something else. */

import type { Part } from '../arbitraries/fields.ts';
import type { Run } from '../check/run.ts';
import type { Contract, ErrorEntry, Limit, Operation } from '../contract/contract.ts';
import type { Exchange, ReceivedResponse } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';

/** The general error of an invalid request. */
const invalidBody = 'invalid-body';

/** The errors of an operation that may take the place of one error, including itself. */
export function errorsOf(contract: Contract, operation: Operation, error = invalidBody): readonly ErrorEntry[] {
  const listed = operation.errors.flatMap((id) => contract.errors[id] ?? []);
  const standing = listed.filter(({ id, role }) => id === error || role === error);
  const named = contract.errors[error];
  return standing.length > 0 || !named ? standing : [named];
}

/** True for a response that accepts the request: it serves it or requires payment. */
export function isAccepted(contract: Contract, operation: Operation, { status }: ReceivedResponse): boolean {
  if (status >= 200 && status < 300) return true;
  if (status === 402) return contract.host.auth === 'x402';
  // The resource that the example of a poll names does not exist.
  return status === 404 && (operation.machine?.role ?? 'create') !== 'create';
}

/** True where the documents show the request of an operation, so that a deployment must accept its example. */
export function isShown({ body }: Operation): boolean {
  return body?.status !== 'unknown';
}

/** True for a response that rejects the request with one of these errors. */
export function isRefused({ status }: ReceivedResponse, errors: readonly ErrorEntry[], part: Part): boolean {
  if (part === 'params' && status === 404) return true;
  if (errors.length > 0) return errors.some(({ http }) => http === status);
  return status >= 400 && status < 500 && ![401, 402, 403, 429].includes(status);
}

/** The expected status of an error response, in words. */
export function refusalText(errors: readonly ErrorEntry[]): string {
  const statuses = [...new Set(errors.map(({ http }) => http))];
  return statuses.length > 0 ? statuses.join(' or ') : '4xx';
}

/** Statuses for a resource that does not exist yet, or not for this caller. */
const stateStatuses = [403, 404, 425];

/**
 * True for a response that rejects a valid request because a resource does not exist or belongs to someone else.
 *
 * It must be one of the operation's own errors; where the documents leave the status of such an error open, any of
 * these statuses is accepted.
 */
export function isStateRefusal(
  contract: Contract,
  operation: Operation,
  { status }: Pick<ReceivedResponse, 'status'>,
): boolean {
  if (!stateStatuses.includes(status)) return false;
  return operation.errors.some((id) => {
    const error = contract.errors[id];
    return error?.http === status || (error?.status === 'assumed' && stateStatuses.includes(error.http));
  });
}

/** Throws for responses that do not judge the request: rate limits and missing access. */
export function needAnswer({ contract }: Pick<Run, 'contract'>, operation: Operation, exchange: Exchange): void {
  const { status } = exchange.received;
  const what = `${exchange.sent.method} ${exchange.sent.path} returned ${status}`;
  if (status === 429) {
    const documented = addressLimitOf(contract, operation);
    if (documented) throw new NotTestable('means', `${what}: the rate limit "${documented.id}" is exhausted.`);
    throw new UnexpectedResponse(`${what}: the target limits the request rate.`, exchange);
  }
  if (isStateRefusal(contract, operation, exchange.received)) return;
  if (status === 401 || status === 403)
    throw new UnexpectedResponse(`${what}: the target denies access to the suite.`, exchange);
}

/** The documented rate limit of an operation per IP address; all requests of the suite share it. */
export function addressLimitOf({ limits }: Pick<Contract, 'limits'>, { id }: Operation): Limit | undefined {
  return limits.find(({ key, operations }) => key === 'ip' && operations.includes(id));
}
