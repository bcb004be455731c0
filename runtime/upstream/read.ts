/** Reading the bodies of providers, which may be of any length and break off anywhere. */

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isObject } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';

/** Bytes of a body that is read at once, and characters of one event of a stream. */
const [longestBody, longestEvent] = [64 * 1024 * 1024, 8 * 1024 * 1024];

type Body = AsyncIterable<Uint8Array>;

/** Reads a whole body. */
export async function readBytes(body: Body, longest = longestBody): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > longest) throw new UpstreamFailure('failed', `The provider sent more than ${longest} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a whole body of JSON. */
export async function readJson(body: Body): Promise<unknown> {
  return parseJson((await readBytes(body)).toString('utf8'));
}

/** Reads a whole body that is a JSON object. */
export async function readObject(body: Body): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJson(body);
  if (isObject(value)) return value;
  throw new UpstreamFailure('failed', 'The provider sent something other than a JSON object.');
}

/** Parses a text of a provider. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamFailure('failed', 'The provider sent something other than JSON.');
  }
}

/** Reads the server-sent events of a body as they come. */
export async function* readEvents(body: Body): AsyncGenerator<EventSourceMessage, void> {
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event), maxBufferSize: longestEvent });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    try {
      parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      throw new UpstreamFailure('failed', 'The provider sent an event that is too long.');
    }
    const ready = events;
    events = [];
    yield* ready;
  }
}
