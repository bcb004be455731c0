import type { Call, Handler } from '@tollwright/runtime/operation';
import { isObject } from '@tollwright/runtime/values';
import type { Tools } from '../tools.ts';
import type { DataAsk } from '../upstream/data-port.ts';
import { asking, occasionOf } from './asking.ts';

/** A handler of any operation: it reads nothing but what all of them have. */
export type AnyHandler = Handler<unknown, unknown, unknown>;

/** What is asked of a source of data on behalf of any call. */
export type Reading = Omit<DataAsk, 'given'>;

/** Answers with what a source of data says, as it is. */
export function readData(tools: Tools, reading: Reading): AnyHandler {
  return async (call) => {
    const ask = { ...reading, given: givenIn(call) };
    return { status: 200, body: await asking(() => tools.upstream.readData(ask, occasionOf(call, tools))) };
  };
}

/** Everything that a caller said, by name. */
export function givenIn({ request, query, params }: Call): DataAsk['given'] {
  return Object.assign({}, ...[request, query, params].filter(isObject));
}
