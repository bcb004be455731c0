/** Server-sent events whose payment is settled at their end. */

import type { Answer } from '../http/request.ts';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import type { SettledPayment } from '../operation/payment.ts';
import type { Lifecycles } from '../payment/lifecycles.ts';
import { receiptHeaders } from '../x402/challenge.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** Charges a complete stream, and releases the payment of a broken one. */
export interface StreamCharge {
  complete(): Promise<SettledPayment | undefined>;
  release(): Promise<void>;
  /** Whether a caller who hangs up before anything was sent is not charged this time. */
  mayLeave(): boolean;
}

/** Starts a stream after its first event, so that what fails before it is answered with an error status. */
export async function streamReply(
  { answers, services, host }: PipelineParts,
  checked: CheckedRequest,
  reply: Reply,
  charge: StreamCharge,
): Promise<Answer> {
  const events = reply.stream?.[Symbol.asyncIterator]();
  if (!events) throw new Error('The reply is no stream.');
  const first = textOf(await events.next());
  let receipt: SettledPayment | undefined;
  const headersOf = (settled: SettledPayment | undefined) =>
    settled?.txHash && host.payment ? receiptHeaders(settled, host.payment.transport) : {};
  const end: StreamEnd = {
    async complete() {
      receipt = await charge.complete();
      return Object.entries(headersOf(receipt))[0];
    },
    release: () => charge.release(),
    mayLeave: () => charge.mayLeave(),
    errorEvent: (error) => answers.errorEvent(checked, error),
    hasLeft: () => checked.incoming.signal.aborted,
  };
  const parts = sendEvents(first, events, end, services.lifecycles.stream);
  return answers.stream(checked, reply, parts, () => headersOf(receipt));
}

/** Writes one event in the wire format. */
export function formatEvent({ event, data }: StreamEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const lines = text.split('\n').map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}

/** The text of an event that was taken; undefined at the end. */
function textOf({ done, value }: IteratorResult<StreamEvent, unknown>): string | undefined {
  return done ? undefined : formatEvent(value);
}

/** Actions at the end of a stream. */
export interface StreamEnd {
  /** Charges a stream that came through whole; returns the header with its receipt, if there is one. */
  complete(): Promise<readonly [name: string, value: string] | undefined>;
  /** Releases the payment of a broken stream. */
  release(): Promise<void>;
  /** The event that ends a broken stream. */
  errorEvent(error: unknown): StreamEvent;
  /** Whether a caller who hangs up before anything was sent is not charged this time. */
  mayLeave(): boolean;
  /** Whether the caller has hung up. */
  hasLeft(): boolean;
}

/**
 * Turns a handler's events into the parts of a response.
 *
 * The first event has been taken and written already: what fails before it is an ordinary error answer. The last one is held
 * back until the payment has settled, so a stream ends either whole and paid for, or with an error event and not
 * charged. A caller who hangs up after the first event pays for what was sent, and one who often does so before it pays too,
 * since the provider has begun. Headers have long been sent by then; the receipt comes as a comment, which clients skip, before the last
 * event, and in trailers.
 */
export async function* sendEvents(
  first: string | undefined,
  rest: AsyncIterator<StreamEvent>,
  end: StreamEnd,
  life: Lifecycles['stream'],
): AsyncGenerator<string, void> {
  let held = first;
  let state = life.initial;
  let sent = 0;

  async function* take(event: Parameters<typeof life.step>[1], error?: unknown): AsyncGenerator<string, void> {
    const step = life.step(state, event, {});
    if (!step.ok) return;
    state = step.state;
    for (const effect of step.effects) {
      if (effect === 'settle-once') {
        const receipt = await end.complete();
        if (receipt !== undefined) yield `: ${receipt[0].toLowerCase()} ${receipt[1]}\n\n`;
      }
      if (effect === 'last-event' && held !== undefined) yield held;
      if (effect === 'release') await end.release();
      if (effect === 'error-event') yield formatEvent(end.errorEvent(error));
    }
  }

  try {
    while (held !== undefined) {
      const next = textOf(await rest.next());
      if (next === undefined) break;
      yield held;
      sent += 1;
      held = next;
    }
  } catch (error) {
    if (!end.hasLeft() || (sent === 0 && end.mayLeave())) {
      if (held !== undefined) yield held;
      yield* take('upstream.cut', error);
      return;
    }
  }

  try {
    yield* take('upstream.ended');
    yield* take('charged');
  } catch (error) {
    yield* take('refused', error);
  }
}
