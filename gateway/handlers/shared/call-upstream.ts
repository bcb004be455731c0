import type { Call, Handler } from '@tollwright/runtime/operation/handler';
import { routeName } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import { type FailureKind, UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { isObject } from '@tollwright/runtime/values/json';
import type { UpstreamContext } from '../../upstream/context.ts';
import type { DataRequest } from '../../upstream/data-port.ts';
import type { HandlerContext } from './context.ts';

/** Error ids by the kind of failure. */
type ErrorsByFailure = Readonly<Partial<Record<FailureKind, string>>>;

/** The context in which a call uses the upstream. */
export function upstreamContextOf(call: Call, { services }: HandlerContext): UpstreamContext {
  return { route: routeName(call.route), now: services.clock.now(), signal: call.signal };
}

/** Calls the upstream; `errors` names the errors of those failures for which the operation has its own. */
export async function callUpstream<T>(work: () => Promise<T>, errors: ErrorsByFailure): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw asProblem(failure, errors);
  }
}

/** The failure as an error of the operation, where it has one for its kind. */
function asProblem(failure: unknown, errors: ErrorsByFailure): unknown {
  if (!(failure instanceof UpstreamFailure)) return failure;
  const error = errors[failure.kind];
  return error === undefined ? failure : new Problem(error, { details: failure.message });
}

/** A handler of any operation. */
type AnyHandler = Handler<unknown, unknown, unknown, never>;

/** The source and resource of a handler that reads data. */
type DataRoute = Omit<DataRequest, 'parameters'>;

/** Responds with the data of a source, unchanged. */
export function readData(context: HandlerContext, route: DataRoute): AnyHandler {
  return async (call) => {
    const request = { ...route, parameters: parametersOf(call) };
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}

/** The fields of the body, query and path of a call by name. */
export function parametersOf({ request, query, params }: Call): DataRequest['parameters'] {
  return Object.assign({}, ...[request, query, params].filter(isObject));
}
