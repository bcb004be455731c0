import type { Call, Handler } from '@tollwright/runtime/operation';
import { isObject } from '@tollwright/runtime/values';
import type { HandlerContext } from '../handler-context.ts';
import type { DataRequest } from '../upstream/data-port.ts';
import { callUpstream, upstreamContextOf } from './call-upstream.ts';

/** A handler of any operation: it reads nothing but what all of them have. */
export type AnyHandler = Handler<unknown, unknown, unknown>;

/** What is asked of a source of data on behalf of any call. */
export type Reading = Omit<DataRequest, 'parameters'>;

/** Answers with what a source of data says, as it is. */
export function readData(context: HandlerContext, reading: Reading): AnyHandler {
  return async (call) => {
    const request = { ...reading, parameters: parametersOf(call) };
    return {
      status: 200,
      body: await callUpstream(() => context.upstream.readData(request, upstreamContextOf(call, context))),
    };
  };
}

/** Everything that a caller said, by name. */
export function parametersOf({ request, query, params }: Call): DataRequest['parameters'] {
  return Object.assign({}, ...[request, query, params].filter(isObject));
}
