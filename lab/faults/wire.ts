/** Ways to break what passes between a caller and a gateway. */

import type { TestOffer } from '@tollwright/runtime/testing/wallet';
import type { Parts } from '#gateway/start.ts';
import type { Front, WireAnswer, WireCall } from '../toolkit/front.ts';

/** What faults read of bodies and headers: those of this gateway and of its callers, so that their shape is known. */
export interface Told {
  readonly [name: string]: unknown;
  readonly accepts?: readonly TestOffer[];
  readonly price?: { readonly amount: string };
  readonly accepted?: Partial<TestOffer>;
  readonly payload?: {
    readonly signature?: string;
    readonly transaction?: string;
    readonly authorization?: Readonly<
      Partial<Record<'from' | 'to' | 'nonce' | 'value' | 'validAfter' | 'validBefore', string>>
    >;
  };
}

/** Changes every answer. */
export const changing =
  (change: (answer: WireAnswer, call: WireCall) => WireAnswer): (() => Front) =>
  () =>
  async (call, send) =>
    change(await send(call), call);

/** Changes every call. */
export const sending =
  (change: (call: WireCall) => WireCall): (() => Front) =>
  () =>
  (call, send) =>
    send(change(call));

/** Changes the JSON of answers with this status; other texts stay. */
export const rewriting = (status: number, change: (body: Told, call: WireCall) => unknown): (() => Front) =>
  changing((answer, call) => {
    const body = answer.status === status ? parse(answer.text) : undefined;
    if (body === undefined) return answer;
    return { ...answer, text: latin(JSON.stringify(change(body, call))) };
  });

/** Changes the requirements in the headers that are named, of all challenges. */
export const requiring = (names: readonly string[], change: (required: Told) => unknown): (() => Front) =>
  changing((answer) => {
    const headers = { ...answer.headers };
    for (const name of names) {
      const value = headers[name];
      if (answer.status !== 402 || typeof value !== 'string') continue;
      const encoded = /[\w+/=-]{40,}/.exec(value)?.[0] ?? '';
      headers[name] = value.replace(encoded, encode(change(decode(encoded))));
    }
    return { ...answer, headers };
  });

/** Changes or drops headers of answers. */
export const heading = (
  change: (headers: Record<string, string | string[]>, answer: WireAnswer) => void,
): (() => Front) =>
  changing((answer) => {
    const headers = { ...answer.headers };
    change(headers, answer);
    return { ...answer, headers };
  });

/** Changes the events of streams; each is the text between two blank lines. */
export const streaming = (change: (events: readonly string[]) => readonly string[]): (() => Front) =>
  changing((answer) => {
    if (!String(answer.headers['content-type']).startsWith('text/event-stream')) return answer;
    const events = change(answer.text.split('\n\n').filter((event) => event !== ''));
    return { ...answer, text: events.map((event) => `${event}\n\n`).join('') };
  });

/** The header that carries the payment of a call. */
export const paymentOf = ({ headers }: WireCall): string | undefined =>
  headers['payment-signature'] ?? headers['x-payment'];

/** The same call without its payment. */
export function withoutPayment(call: WireCall): WireCall {
  const { 'payment-signature': _signature, 'x-payment': _payment, ...headers } = call.headers;
  return { ...call, headers };
}

/** True for a call of an operation's path. */
export const calls = ({ host }: Parts, id: string, { url }: WireCall): boolean => {
  const path = host.routes.find(({ operation }) => operation.id === id)?.path ?? '';
  const pattern = path.replaceAll(/\{[^}]+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`).test(url);
};

export function parse(text: string): Told | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/** Text as the front passes it on: a character a byte. */
export const latin = (text: string): string => Buffer.from(text).toString('latin1');

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

export const decode = (text: string): Told => JSON.parse(Buffer.from(text, 'base64').toString());
