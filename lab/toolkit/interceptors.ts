/** Interceptors that change one thing of what they forward. */

import {
  decodeHeader,
  encodeJson,
  eventBody,
  eventsOf,
  isEventStream,
  jsonBody,
  type Message,
  parseBody,
} from './messages.ts';
import type { Interceptor, WireRequest, WireResponse } from './proxy.ts';

/** Makes the interceptor of one gateway. */
export type Interception = () => Interceptor;

/** Changes every request. */
export function interceptRequests(change: (request: WireRequest) => WireRequest): Interception {
  return () => (request, forward) => forward(change(request));
}

/** Changes every response. */
export function interceptResponses(
  change: (response: WireResponse, request: WireRequest) => WireResponse,
): Interception {
  return () => async (request, forward) => change(await forward(request), request);
}

/** Changes the JSON objects in responses of one status. */
export function interceptJson(status: number, change: (body: Message, request: WireRequest) => unknown): Interception {
  return interceptResponses((response, request) => {
    const body = response.status === status ? parseBody(response) : undefined;
    return body === undefined ? response : { ...response, body: jsonBody(change(body, request)) };
  });
}

/** Changes the payment requirements in some headers of every challenge. */
export function interceptRequirements(
  names: readonly string[],
  change: (requirements: Message) => unknown,
): Interception {
  return interceptHeaders((headers, { status }) => {
    for (const name of names) {
      const value = headers[name];
      if (status !== 402 || typeof value !== 'string') continue;
      const encoded = /[\w+/=-]{40,}/.exec(value)?.[0] ?? '';
      headers[name] = value.replace(encoded, encodeJson(change(decodeHeader(encoded))));
    }
  });
}

/** Changes a copy of the headers of every response. */
export function interceptHeaders(
  change: (headers: Record<string, string | string[]>, response: WireResponse) => void,
): Interception {
  return interceptResponses((response) => {
    const headers = { ...response.headers };
    change(headers, response);
    return { ...response, headers };
  });
}

/** Changes the events of streams. */
export function interceptEvents(change: (events: readonly string[]) => readonly string[]): Interception {
  return interceptResponses((response) =>
    isEventStream(response) ? { ...response, body: eventBody(change(eventsOf(response))) } : response,
  );
}
