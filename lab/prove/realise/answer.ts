/** Changing answers on their way out. */

import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import { createRouter, type Match } from '@tollwright/runtime/http/router';
import { isObject } from '@tollwright/runtime/values';

import type { Parts } from '#gateway/start.ts';

/** What an answer is for. */
export interface Occasion extends Match {
  readonly call: IncomingCall;
  /** The body that was sent, as far as it is JSON. */
  readonly request: unknown;
}

/** Changes every answer that is no stream of its own making. */
export function altering(parts: Parts, change: (answer: Answer, occasion: Occasion) => Answer): Parts {
  const find = createRouter(parts.host);
  const { wrap = (serve) => serve } = parts;
  return {
    ...parts,
    wrap: (serve) => {
      const inner = wrap(serve);
      return async (call) => {
        let bytes: Promise<Buffer> | undefined;
        const body = () => {
          bytes ??= call.body();
          return bytes;
        };
        const { method, path, query, headers, ip, origin } = call;
        const kept = {
          ...{ method, path, query, headers, ip, origin, body },
          get signal() {
            return call.signal;
          },
        };
        const answer = await inner(kept);
        return change(answer, {
          ...find(method, path),
          call,
          request: parsed(await bytes?.then(String, () => undefined)),
        });
      };
    },
  };
}

/** The JSON object of an answer, if that is what it is. */
export function jsonOf({ body }: Answer): Readonly<Record<string, unknown>> | undefined {
  const value = typeof body === 'string' ? parsed(body) : undefined;
  return isObject(value) ? value : undefined;
}

/** The answer with another body. */
export function withJson(answer: Answer, body: unknown): Answer {
  return { ...answer, body: JSON.stringify(body) };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
