/** Valid requests that need not be sent, because another one that was accepted shows the same values. */

import { readField } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { isAccepted } from '../calls/responses.ts';
import { observe } from '../check/observation.ts';
import type { Run } from '../check/run.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { answersOf, type ObservedResponse } from './observed.ts';
import type { ValidRequest } from './planned.ts';

/**
 * True where the run has seen a valid request accepted that has the same values in the fields that are in question.
 *
 * A request that may have to be paid for is not shown by another: its response after the payment matters.
 */
export function isShownBefore(run: Run, { invocation, shows, payable }: ValidRequest): boolean {
  if (payable || shows.length === 0) return false;
  const { operation } = invocation;
  const key = valuesOf(invocation, shows);
  const { requests } = operationContextOf(run, operation);
  const isSame = ({ invocation: call, exchange }: ObservedResponse) =>
    call.raw === undefined &&
    call.url === undefined &&
    isAccepted(run.contract, operation, exchange.received) &&
    valuesOf(call, shows) === key &&
    requests.allows(call);
  const shown = answersOf(run, operation).find(isSame);
  if (shown) observe(shown.exchange);
  return shown !== undefined;
}

function valuesOf(call: Invocation, fields: readonly FieldPath[]): string {
  return JSON.stringify(fields.map((field) => readField(call, field) ?? null));
}
