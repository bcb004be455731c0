/** Changes of the requests and responses of a whole gateway, inside its server. */

import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import type { Serve } from '@tollwright/runtime/http/server';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration, Parts } from '#gateway/start.ts';
import { copyCall, operationFinder } from './calls.ts';
import { headerOf, isJson, type JsonObject } from './messages.ts';

/** The request of a response. */
export interface ResponseContext {
  readonly call: IncomingCall;
  /** Id of the operation; absent on an unknown path. */
  readonly operation?: string;
}

/** Several alterations, one after another. */
export function combine(...alterations: readonly Alteration[]): Alteration {
  return (parts) => alterations.reduce((altered, alter) => alter(altered), parts);
}

/** Wraps the server, outside of earlier wrappers. */
export function wrapServer(wrap: (serve: Serve, parts: Parts) => Serve): Alteration {
  return (parts) => {
    const { wrap: inner = (serve: Serve) => serve } = parts;
    return { ...parts, wrap: (serve) => wrap(inner(serve), parts) };
  };
}

/** Changes requests before they are served; `undefined` leaves one as it is. */
export function changeRequests(change: (call: IncomingCall) => Partial<IncomingCall> | undefined): Alteration {
  return wrapServer((serve) => (call) => {
    const changes = change(call);
    return serve(changes ? copyCall(call, changes) : call);
  });
}

/** Changes responses before they are sent. */
export function changeResponses(
  change: (response: Answer, context: ResponseContext) => Answer | Promise<Answer>,
): Alteration {
  return wrapServer((serve, { host }) => {
    const find = operationFinder(host);
    return async (call) => {
      const id = find(call);
      return change(await serve(call), { call, ...(id !== undefined && { operation: id }) });
    };
  });
}

/** Changes the text of JSON responses. */
export function changeJsonText(change: (text: string) => string): Alteration {
  return changeResponses((response) =>
    typeof response.body === 'string' && isJson(response) ? { ...response, body: change(response.body) } : response,
  );
}

/** Changes the values of the JSON responses that `applies` accepts; `undefined` leaves one as it is. */
export function changeJson(
  change: (body: unknown, response: Answer, context: ResponseContext) => unknown,
  applies: (response: Answer, context: ResponseContext) => boolean = () => true,
): Alteration {
  return changeResponses((response, context) => {
    // Parsing every body takes long where hundreds of alterations do.
    if (!applies(response, context)) return response;
    if (typeof response.body !== 'string' || !isJson(response) || response.body === '') return response;
    const changed = change(JSON.parse(response.body), response, context);
    return changed === undefined ? response : { ...response, body: JSON.stringify(changed) };
  });
}

/** Changes the JSON objects in successful responses of one operation. */
export function changeSuccess(operation: string, change: (body: JsonObject) => unknown): Alteration {
  return changeJson(
    (body) => (isObject(body) ? change(body) : undefined),
    ({ status }, context) => status < 300 && context.operation === operation,
  );
}

/** Changes headers of responses; names have the case in which they are sent. */
export function changeHeaders(change: (headers: Answer['headers'], response: Answer) => Answer['headers']): Alteration {
  return changeResponses((response) => ({ ...response, headers: change(response.headers, response) }));
}

/** Adds a header to every response that lacks it. */
export function addHeader(name: string, value: string): Alteration {
  return changeResponses((response) => ({
    ...response,
    headers: headerOf(response, name) === undefined ? { ...response.headers, [name]: value } : response.headers,
  }));
}

/** Changes streams, a part at a time. */
export function changeStreams(change: (part: string) => string | readonly string[]): Alteration {
  return changeResponses((response) => {
    const { parts } = response;
    return parts ? { ...response, parts: changedParts(parts, change) } : response;
  });
}

async function* changedParts(parts: AsyncIterable<string>, change: (part: string) => string | readonly string[]) {
  for await (const part of parts) {
    const changed = change(part);
    if (typeof changed === 'string') yield changed;
    else yield* changed;
  }
}
