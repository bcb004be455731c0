/** Changes of what handlers do and reply. */

import type { Call, Handler, Reply } from '@tollwright/runtime/operation/handler';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration, Parts } from '#gateway/start.ts';
import type { JsonObject } from './messages.ts';

/** Serves a call whose input its own validators have checked. */
export type Handle = (call: Call) => Promise<Reply> | Reply;

/** Wraps the handlers of some operations, or of all. */
export function wrapHandlers(
  ids: readonly string[] | undefined,
  wrap: (handle: Handle, parts: Parts) => Handle,
): Alteration {
  return (parts) => {
    const wrapped = Object.entries(parts.handlers).map(([id, handler]): [string, Handler] => {
      if (ids && !ids.includes(id)) return [id, handler];
      // The pipeline calls each handler with the input of its own operation.
      return [id, wrap(handler as Handle, parts)];
    });
    return { ...parts, handlers: Object.fromEntries(wrapped) };
  };
}

/** Changes the JSON objects that the handler of one operation replies with. */
export function changeReply(id: string, change: (body: JsonObject, call: Call) => unknown): Alteration {
  return wrapHandlers([id], (handle) => async (call) => {
    const reply = await handle(call);
    return isObject(reply.body) ? { ...reply, body: change(reply.body, call) } : reply;
  });
}
