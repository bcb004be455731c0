/** Changes of responses on their way out. */

import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import { createRouter, type Match } from '@tollwright/runtime/http/router';
import { isObject } from '@tollwright/runtime/values/json';
import type { Parts } from '#gateway/start.ts';
import { bufferCall } from '#lab/toolkit/calls.ts';
import { parseJson } from '#lab/toolkit/json.ts';
import { wrapServer } from '#lab/toolkit/server.ts';

/** The request of a response. */
export interface ResponseContext extends Match {
  readonly call: IncomingCall;
  /** The body of the request, as far as it was read and is JSON. */
  readonly request: unknown;
}

/** Changes every response. */
export function alterResponses(given: Parts, change: (response: Answer, context: ResponseContext) => Answer): Parts {
  return wrapServer((serve, { host }) => {
    const find = createRouter(host);
    return async (incoming) => {
      const { call, sent } = bufferCall(incoming);
      const response = await serve(call);
      const body = await sent()?.then(String, () => undefined);
      const request = body === undefined ? undefined : parseJson(body);
      return change(response, { ...find(call.method, call.path), call, request });
    };
  })(given);
}

/** The JSON object in a response; `undefined` where it is something else. */
export function jsonOf({ body }: Answer): Readonly<Record<string, unknown>> | undefined {
  const value = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(value) ? value : undefined;
}

/** A response with another JSON body. */
export function withJson(answer: Answer, body: unknown): Answer {
  return { ...answer, body: JSON.stringify(body) };
}
