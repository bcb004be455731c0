/** Ways to change what passes between a caller and a gateway. */

import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import { createRouter } from '@tollwright/runtime/http/router';
import type { Serve } from '@tollwright/runtime/server';
import type { Parts } from '#gateway/start.ts';

export type Alter = (parts: Parts) => Parts;

/** A JSON object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** What an answer is for. */
export interface Occasion {
  readonly call: IncomingCall;
  /** Id of the operation; absent for a path that leads nowhere. */
  readonly operation?: string;
}

import { isObject } from '@tollwright/runtime/values';

/** Stands around the whole gateway, outside of what stands there already. */
export function around(wrap: (serve: Serve, parts: Parts) => Serve): Alter {
  return (parts) => {
    const { wrap: inner = (serve: Serve) => serve } = parts;
    return { ...parts, wrap: (serve) => wrap(inner(serve), parts) };
  };
}

/** A call that differs from another in what is given. */
export function copyOf(call: IncomingCall, changes: Partial<IncomingCall>): IncomingCall {
  const { method, path, query, headers, ip, origin, signal } = call;
  return { method, path, query, headers, ip, origin, signal, body: () => call.body(), ...changes };
}

/** Changes every call on its way in. */
export const calls = (change: (call: IncomingCall) => Partial<IncomingCall> | undefined): Alter =>
  around((serve) => (call) => {
    const changes = change(call);
    return serve(changes ? copyOf(call, changes) : call);
  });

/** The same call whose body may be read several times. */
export function rereadable(call: IncomingCall): IncomingCall {
  let body: Promise<Buffer> | undefined;
  return copyOf(call, {
    body: () => {
      body ??= call.body();
      return body;
    },
  });
}

/** Finds the operation of a call by its method and path. */
export type Finder = (call: Pick<IncomingCall, 'method' | 'path'>) => string | undefined;

const finders = new WeakMap<Parts['host'], Finder>();

/** The finder of a host: one for all variants that leave its routes alone, since hundreds of them ask about each call. */
export function finderOf(host: Parts['host']): Finder {
  const made = finders.get(host) ?? remembering(createRouter(host));
  finders.set(host, made);
  return made;
}

function remembering(find: ReturnType<typeof createRouter>): Finder {
  const known = new Map<string, string | undefined>();
  return ({ method, path }) => {
    const key = `${method} ${path}`;
    if (!known.has(key)) known.set(key, find(method, path).route?.operation.id);
    return known.get(key);
  };
}

/** Changes every answer on its way out. */
export function answers(change: (answer: Answer, occasion: Occasion) => Answer | Promise<Answer>): Alter {
  return around((serve, { host }) => {
    const find = finderOf(host);
    return async (call) => {
      const id = find(call);
      return change(await serve(call), { call, ...(id !== undefined && { operation: id }) });
    };
  });
}

/** Changes the texts of answers that are JSON. */
export function texts(change: (text: string) => string): Alter {
  return answers((answer) =>
    typeof answer.body === 'string' && isJson(answer) ? { ...answer, body: change(answer.body) } : answer,
  );
}

/** Changes the JSON bodies of answers, of those alone that are named where it is known; `undefined` leaves one as it is. */
export function bodies(
  change: (body: unknown, answer: Answer, occasion: Occasion) => unknown,
  isNamed: (answer: Answer, occasion: Occasion) => boolean = () => true,
): Alter {
  return answers((answer, occasion) => {
    // Reading a body takes long where hundreds of variants do.
    if (!isNamed(answer, occasion)) return answer;
    if (typeof answer.body !== 'string' || !isJson(answer) || answer.body === '') return answer;
    const changed = change(JSON.parse(answer.body), answer, occasion);
    return changed === undefined ? answer : { ...answer, body: JSON.stringify(changed) };
  });
}

/** Changes the JSON objects that one operation answers with when it succeeds. */
export const succeeding = (operation: string, change: (body: Fields) => unknown): Alter =>
  bodies(
    (body) => (isObject(body) ? change(body) : undefined),
    ({ status }, occasion) => status < 300 && occasion.operation === operation,
  );

/** Changes headers of answers; their names come in the case in which they are sent. */
export function headers(change: (headers: Fields, answer: Answer) => Readonly<Record<string, string>>): Alter {
  return answers((answer) => ({ ...answer, headers: change(answer.headers, answer) }));
}

/** Adds a header to every answer that does not have it. */
export const heading = (name: string, value: string): Alter =>
  answers((answer) => ({
    ...answer,
    headers: headerOf(answer, name) === undefined ? { ...answer.headers, [name]: value } : answer.headers,
  }));

/** A header of an answer, in whatever case. */
export function headerOf({ headers: all }: Answer, name: string): string | undefined {
  return Object.entries(all).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** The headers without those that are named. */
export function without(all: Readonly<Record<string, string>>, ...names: string[]): Readonly<Record<string, string>> {
  const gone = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name.toLowerCase())));
}

/** Changes a part at a time of what is streamed. */
export function streams(change: (part: string) => string | readonly string[]): Alter {
  return answers((answer) => {
    const { parts } = answer;
    if (!parts) return answer;
    return {
      ...answer,
      parts: (async function* () {
        for await (const part of parts) {
          const changed = change(part);
          if (typeof changed === 'string') yield changed;
          else yield* changed;
        }
      })(),
    };
  });
}

/** Several alterations, one after another. */
export const all =
  (...alters: readonly Alter[]): Alter =>
  (parts) =>
    alters.reduce((altered, alter) => alter(altered), parts);

function isJson(answer: Answer): boolean {
  return (headerOf(answer, 'content-type') ?? '').toLowerCase().includes('json');
}
