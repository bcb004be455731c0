import type { Invocation } from '../check/exchange.ts';
import type { Condition } from '../contract/contract.ts';
import { errorMismatch } from '../errors/mismatch.ts';
import type { AnswerCache } from './answer-cache.ts';
import { errorsOf, type Failure, failure } from './responses.ts';

/**
 * The failure of a valid request that is refused with the status of a condition's own error before it is paid.
 *
 * Other errors of the operation may have this status, for resources that do not exist yet: they are known by their bodies.
 */
export async function ownRefusal(
  cache: AnswerCache,
  { error, summary }: Condition,
  invocation: Invocation,
): Promise<Failure | undefined> {
  const { operation } = invocation;
  const { run } = cache;
  if (error === undefined || operation.auth !== 'payment') return undefined;
  const exchange = await cache.send(invocation);
  const { status } = exchange.received;
  const own = errorsOf(run.contract, operation, error);
  const others = operation.errors
    .flatMap((id) => run.contract.errors[id] ?? [])
    .filter((entry) => entry.http === status && !own.includes(entry));
  const mayBeOther = others.some((entry) => entry.body === undefined || !errorMismatch(run, entry, exchange));
  if (others.length === 0 || mayBeOther || !own.some(({ http }) => http === status)) return undefined;
  return failure(`Valid request must be accepted: it satisfies the condition "${summary}".`, '402', exchange);
}
