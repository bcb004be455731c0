import type { Call } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import { routeName } from '@tollwright/runtime/route-name';
import type { HandlerContext } from '../handler-context.ts';
import type { UpstreamContext } from '../upstream/context.ts';
import { type FailureKind, UpstreamFailure } from '../upstream/failure.ts';

/** Seconds a caller is asked to wait when the provider named none. */
const defaultRetryAfter = 60;

/** Errors of the service by the failure that they stand for. */
type Instead = Readonly<Partial<Record<FailureKind, string>>>;

/** Tells the upstream which call asks, and when. */
export function upstreamContextOf(call: Call, { services }: HandlerContext): UpstreamContext {
  return { route: routeName(call.route), now: services.clock.now(), signal: call.signal };
}

/**
 * Asks the upstream; a provider that does not deliver becomes the error answer of the service.
 *
 * `instead` names the errors of failures that the operation tells apart.
 */
export async function callUpstream<T>(work: () => Promise<T>, instead: Instead = {}): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw asProblem(failure, instead);
  }
}

/** Passes on what the upstream sends piece by piece; its failures become problems as those of `callUpstream` do. */
export async function* streamUpstream<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* pieces;
  } catch (failure) {
    throw asProblem(failure);
  }
}

function asProblem(failure: unknown, instead: Instead = {}): unknown {
  if (!(failure instanceof UpstreamFailure)) return failure;
  const error = instead[failure.kind];
  return error === undefined ? toProblem(failure) : new Problem(error, { details: failure.message });
}

function toProblem({ kind, message, detail }: UpstreamFailure): Problem {
  if (kind !== 'capacity') return new Problem('upstream-failed', { details: message });

  const seconds = detail.retryAfter ?? defaultRetryAfter;
  const source = detail.source ?? 'upstream';
  return new Problem(
    'rate-limited',
    { source, retry_after_seconds: seconds, details: message },
    { 'Retry-After': String(seconds), 'X-RateLimit-Source': source },
  );
}
