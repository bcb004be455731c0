import type { Call } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import { routeName } from '@tollwright/runtime/route-name';
import type { HandlerContext } from '../handler-context.ts';
import type { UpstreamContext } from '../upstream/context.ts';
import { type FailureKind, UpstreamFailure } from '../upstream/failure.ts';

/** The default of `Retry-After` in seconds. */
const defaultRetryAfter = 60;

/** Error ids by the kind of failure. */
type ErrorsByFailure = Readonly<Partial<Record<FailureKind, string>>>;

/** The context in which a call uses the upstream. */
export function upstreamContextOf(call: Call, { services }: HandlerContext): UpstreamContext {
  return { route: routeName(call.route), now: services.clock.now(), signal: call.signal };
}

/**
 * Calls the upstream; a failure of the provider becomes a problem of the service.
 *
 * `errors` names the errors of those failures for which the operation has its own.
 */
export async function callUpstream<T>(work: () => Promise<T>, errors: ErrorsByFailure = {}): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw asProblem(failure, errors);
  }
}

/** Streams the pieces of the upstream; failures become problems as with `callUpstream`. */
export async function* streamUpstream<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* pieces;
  } catch (failure) {
    throw asProblem(failure);
  }
}

function asProblem(failure: unknown, errors: ErrorsByFailure = {}): unknown {
  if (!(failure instanceof UpstreamFailure)) return failure;
  const error = errors[failure.kind];
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
