/** The proxy that stands before our gateway and breaks one sentence. */

import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { paymentOf } from '../toolkit/messages.ts';
import type { Forward, Interceptor, WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { edited, holds, valuesAt } from './edits.ts';
import { type Message, readRequest, readResponse, writeRequest, writeResponse } from './message.ts';
import { matcherOf } from './routes.ts';
import type { Saboteur } from './saboteur.ts';

/** A response that a saboteur changed, with its request. */
export interface Shown {
  /** The id of the saboteur. */
  readonly by: string;
  readonly request: Message;
  /** The request that the gateway got instead, where it differs. */
  readonly sent?: Message;
  /** The response of the gateway, unless another one was sent in its place. */
  readonly before: Message;
  readonly after: Message;
}

/** A saboteur at work. */
export interface Sabotage {
  readonly intercept: Interceptor;
  /** Forgets earlier calls, as a gateway that is reset does. */
  forget(): void;
}

/** Parts of a saboteur that lie outside of the messages. */
export interface Surroundings {
  /** Charges the caller of a request with USD, in addition to the price. */
  charge(request: WireRequest, usd: number): Promise<void>;
  /** Called for each message that was changed. */
  shown(changed: Shown): void;
}

/** Puts a saboteur to work. */
export function sabotage(saboteur: Saboteur, { charge, shown }: Surroundings): Sabotage {
  const { when, request: requestEdits = [], response: responseEdits = [], answer, delay } = saboteur;
  const matches = matcherOf(saboteur.on, saboteur.host);
  const counts = new Map<string, number>();
  const kept = new Map<string, WireResponse>();
  const isMeant = (request: WireRequest, message: Message) =>
    matches(request.method, String(message.path)) &&
    (when.paid === undefined || isPaid(request) === when.paid) &&
    holds(message, when.request ?? {});

  /** True for the calls of a key that are to be changed, by their number. */
  function counted(key: string): boolean {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const { from = 1, times = Number.POSITIVE_INFINITY } = when;
    return count >= from && count < from + times;
  }

  async function changed(request: WireRequest, forward: Forward, message: Message): Promise<WireResponse> {
    const key = JSON.stringify((when.each ?? []).map((pointer) => valuesAt(message, pointer)));
    // Where the response decides, only it can be counted.
    if (!when.response && !counted(key)) return forward(request);
    const other = edited(message, requestEdits);
    const own = await forward(writeRequest(request, message, other));
    const before = readResponse(own);
    const earlier = kept.get(key);
    if (own.status < 400 && (answer !== 'first' || !earlier)) kept.set(key, own);
    if (when.response && !(holds(before, when.response) && counted(key))) return own;
    if (delay !== undefined) await wait(delay * 1000);
    if (saboteur.charge !== undefined) await charge(request, saboteur.charge);
    const base = answer === 'first' || answer === 'last' ? (earlier ?? own) : own;
    const start = readResponse(base);
    const after = edited(start, responseEdits, { request: message });
    const sent = isDeepStrictEqual(message, other) ? {} : { sent: other };
    const isChanged = 'sent' in sent || !isDeepStrictEqual(before, after);
    if (isChanged || delay !== undefined || saboteur.charge !== undefined) {
      shown({ by: saboteur.id, request: message, ...sent, before, after });
    }
    return writeResponse(base, start, after);
  }

  return {
    async intercept(request, forward) {
      const message = readRequest(request);
      return isMeant(request, message) ? changed(request, forward, message) : forward(request);
    },
    forget() {
      counts.clear();
      kept.clear();
    },
  };
}

function isPaid(request: WireRequest): boolean {
  return paymentOf(request) !== undefined || request.headers.authorization !== undefined;
}
