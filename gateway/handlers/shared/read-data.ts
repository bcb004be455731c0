import type { Call, Handler } from '@tollwright/runtime/operation/handler';
import { isObject } from '@tollwright/runtime/values/json';
import type { DataRequest } from '../../upstream/data-port.ts';
import { upstreamContextOf } from './call-upstream.ts';
import type { HandlerContext } from './context.ts';

/** A handler of any operation. */
export type AnyHandler = Handler<unknown, unknown, unknown, never>;

/** The source and resource of a handler that reads data. */
export type DataRoute = Omit<DataRequest, 'parameters'>;

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
