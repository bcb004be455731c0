/** Reading the bodies of providers, which may be of any length and break off anywhere. */

import { isUtf8 } from 'node:buffer';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isObject } from '../values/json.ts';
import { parseExact } from './exact-json.ts';
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

/** Reads a whole body of JSON, whose numbers keep their digits. `contentType` may name a charset. */
export async function readJson(body: Body, contentType?: string): Promise<unknown> {
  return parseJson(textOf(await readBytes(body), contentType));
}

/** Reads a whole body that is a JSON object. */
export async function readObject(body: Body, contentType?: string): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJson(body, contentType);
  if (isObject(value)) return value;
  throw new UpstreamFailure('failed', 'The provider sent something other than a JSON object.');
}

/** Parses a text of a provider. */
export function parseJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new UpstreamFailure('failed', 'The provider sent something other than JSON.');
  }
}

/**
 * Decodes a text. Bytes that are UTF-8 are read as UTF-8 whatever charset is named, since servers often name a wrong one.
 *
 * A byte order mark is no part of the text.
 */
function textOf(bytes: Buffer, contentType = ''): string {
  const charset = /charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const mark = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.subarray(0, 2).toString('hex')];
  // UTF-16 of plain letters is UTF-8 too, with zeros between them.
  const label = mark ?? (isUtf8(bytes) && !/^utf-?16/i.test(charset) ? 'utf-8' : charset);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    throw new UpstreamFailure('failed', `The provider sent a text in the unknown charset ${charset}.`);
  }
}

/**
 * Reads the server-sent events of a body as they come, by the HTML standard.
 *
 * As official clients do, it skips events without data, which only keep the connection alive, and reads a last event whose
 * blank line is missing.
 */
export async function* readEvents(body: Body): AsyncGenerator<EventSourceMessage, void> {
  let events: EventSourceMessage[] = [];
  const onEvent = (event: EventSourceMessage) => void (event.data.trim() === '' || events.push(event));
  const parser = createParser({ onEvent, maxBufferSize: longestEvent });
  const decoder = new TextDecoder();

  function* take(text: string): Generator<EventSourceMessage, void> {
    try {
      parser.feed(text);
    } catch {
      throw new UpstreamFailure('failed', 'The provider sent an event that is too long.');
    }
    const ready = events;
    events = [];
    yield* ready;
  }

  for await (const chunk of body) yield* take(decoder.decode(chunk, { stream: true }));
  yield* take(`${decoder.decode()}\n\n`);
}
