/** How an answer is read: as an acceptance, as the refusal that was asked for, or as something else. */

import type { Part } from '../arbitraries/fields.ts';
import type { Outcome, Run } from '../check/check.ts';
import type { Exchange, Received } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import type { Contract, ErrorEntry, Operation } from '../contract/contract.ts';
import { addressLimitOf } from './address-limit.ts';

/** The general error of a wrong request. */
const wrongBody = 'invalid-body';

/** The errors of an operation that stand for one error, itself among them. */
export function errorsOf(contract: Contract, operation: Operation, error = wrongBody): readonly ErrorEntry[] {
  const listed = operation.errors.flatMap((id) => contract.errors[id] ?? []);
  const standing = listed.filter(({ id, role }) => id === error || role === error);
  const named = contract.errors[error];
  return standing.length > 0 || !named ? standing : [named];
}

/** True for an answer that takes the request as valid: it serves it or asks for its price. */
export function isAccepted(contract: Contract, operation: Operation, { status }: Received): boolean {
  if (status >= 200 && status < 300) return true;
  if (status === 402) return contract.host.auth === 'x402';
  // The resource that the example of a poll names does not exist.
  return status === 404 && operation.machine?.role === 'poll';
}

/** True where the documents show what an operation takes, so that a deployment has to take its example. */
export function isShown({ body }: Operation): boolean {
  return body?.status !== 'unknown';
}

/** True for an answer that refuses the request by one of these errors. */
export function isRefused({ status }: Received, errors: readonly ErrorEntry[], part: Part): boolean {
  if (part === 'params' && status === 404) return true;
  if (errors.length > 0) return errors.some(({ http }) => http === status);
  return status >= 400 && status < 500 && ![401, 402, 403, 429].includes(status);
}

/** The status an error answer has to have, in words. */
export function refusalText(errors: readonly ErrorEntry[]): string {
  const statuses = [...new Set(errors.map(({ http }) => http))];
  return statuses.length > 0 ? statuses.join(' or ') : 'a status of 4xx';
}

/** Statuses that say that something does not exist yet, or not for this caller. */
const stateStatuses = [403, 404, 425];

/**
 * True for an answer by which the operation refuses a right request because of what does not exist or is not owned.
 *
 * It is one of the operation's own errors, and none that says how the request is written; where the documents do not
 * say with which status such an error comes, any of them will do.
 */
export function isStateRefusal(contract: Contract, operation: Operation, { status }: Received): boolean {
  if (!stateStatuses.includes(status)) return false;
  return operation.errors.some((id) => {
    const error = contract.errors[id];
    return error?.http === status || (error?.status === 'assumed' && stateStatuses.includes(error.http));
  });
}

/** Throws for answers that say nothing of the request: the caller was held back or not let in. */
export function needAnswer({ contract }: Pick<Run, 'contract'>, operation: Operation, exchange: Exchange): void {
  const { status } = exchange.received;
  const what = `${exchange.sent.method} ${exchange.sent.path} answered ${status}`;
  if (status === 429) {
    const documented = addressLimitOf(contract, operation);
    if (documented) throw new NotTestable(`${what}: the limit "${documented.id}" is used up.`);
    throw new UnexpectedResponse(`${what}: the target limits calls.`, exchange);
  }
  if (isStateRefusal(contract, operation, exchange.received)) return;
  if (status === 401 || status === 403)
    throw new UnexpectedResponse(`${what}: the target does not let the suite in.`, exchange);
}

/** The verdict on an answer that breaks a rule. */
export type Failure = Extract<Outcome, { verdict: 'fail' }>;

/** A failure with its evidence. */
export function failure(
  detail: string,
  expected: unknown,
  exchange: Exchange,
  actual: unknown = exchange.received.status,
): Failure {
  return { verdict: 'fail', detail, expected, actual, exchange };
}
