import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { StreamEvent } from '../operation/handler.ts';
import { parseJson } from '../values/encoding.ts';
import { isObject } from '../values/json.ts';
import { StreamFailed } from './failures.ts';
import { createOrder } from './stream-order.ts';

/** The events of one streamed response. Iterate once, over the stream itself or over `raw()`. */
export interface EventStream<Event> extends AsyncIterable<Event> {
  /** Server-sent events with their names and all data, such as a closing `[DONE]`. */
  raw(): AsyncIterable<StreamEvent>;
}

/** Makes a stream of the JSON objects that raw events carry. */
export function eventStream<Event>(events: AsyncIterable<StreamEvent>): EventStream<Event> {
  return {
    raw: () => events,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of events) {
        // The conformance suite, not the client, checks responses against their schemas.
        if (isObject(data)) yield data as Event;
      }
    },
  };
}

/**
 * Reads server-sent events until `done` or the end of the response.
 *
 * Throws `StreamFailed` for an error event, for a truncated stream, and for events that contradict each other.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>, done?: string): AsyncGenerator<StreamEvent> {
  const order = createOrder();
  for await (const { event, data } of messages(chunks)) {
    if (data === done) return;
    const parsed = parseJson(data);
    const value = parsed === undefined ? data : parsed;
    if (event === 'error' || (isObject(value) && value.error)) throw new StreamFailed(value);
    order.next(value);
    yield event === undefined ? { data: value } : { event, data: value };
  }
  if (done !== undefined) throw new StreamFailed('it was truncated');
  order.end();
}

/** Reads events like official clients: skips those without data, and reads a last one that has no blank line after it. */
async function* messages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder();
  const read: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void (message.data.trim() === '' || read.push(message)) });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* read.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* read;
}
