/** Copies of calls, and the operations that they are for. */

import type { IncomingCall } from '@tollwright/runtime/http/request';
import { createRouter } from '@tollwright/runtime/http/router';
import type { HostDefinition } from '@tollwright/runtime/operation/host';

/** A copy of a call with some fields changed. */
export function copyCall(call: IncomingCall, changes: Partial<IncomingCall>): IncomingCall {
  const { method, path, query, headers, ip, baseUrl } = call;
  return {
    ...{ method, path, query, headers, ip, baseUrl },
    body: (largest, known) => call.body(largest, known),
    hasPaid: () => call.hasPaid(),
    // The server makes the signal of a call when it is first read.
    get signal() {
      return call.signal;
    },
    ...changes,
  };
}

/** A call whose body may be read several times. */
export interface BufferedCall {
  readonly call: IncomingCall;
  /** The body, if it was read. */
  sent(): Promise<Buffer> | undefined;
}

/** Keeps the body of a call once it is read. */
export function bufferCall(call: IncomingCall): BufferedCall {
  let body: Promise<Buffer> | undefined;
  const read = (largest: number, known?: boolean) => {
    body ??= call.body(largest, known);
    return body;
  };
  return { call: copyCall(call, { body: read }), sent: () => body };
}

/** Finds the operation of a call by its method and path. */
export type OperationFinder = (call: Pick<IncomingCall, 'method' | 'path'>) => string | undefined;

const finders = new WeakMap<HostDefinition, OperationFinder>();

/** The operation finder of a host. Hundreds of alterations share it, and each looks every call up. */
export function operationFinder(host: HostDefinition): OperationFinder {
  const finder = finders.get(host) ?? caching(createRouter(host));
  finders.set(host, finder);
  return finder;
}

function caching(find: ReturnType<typeof createRouter>): OperationFinder {
  const known = new Map<string, string | undefined>();
  return ({ method, path }) => {
    const key = `${method} ${path}`;
    if (!known.has(key)) known.set(key, find(method, path).route?.operation.id);
    return known.get(key);
  };
}
