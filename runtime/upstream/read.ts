/** Reads the bodies of providers, which may have any length and break off anywhere. */

import { isUtf8 } from 'node:buffer';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isObject } from '../values/json.ts';
import { parseExact } from './exact-json.ts';
import { UpstreamFailure } from './failure.ts';
import { refuseError } from './reported-error.ts';

/** Bytes of a body that is read as a whole. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Characters of one event of a stream. */
const maxEventLength = 8 * 1024 * 1024;

/** Characters of a text in a stream that is no event, and may be an error. */
const maxErrorLength = 65_536;

type Body = AsyncIterable<Uint8Array>;

/** Reads a whole body. */
export async function readBytes(body: Body, maxBytes = maxBodyBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new UpstreamFailure('failed', `The provider sent more than ${maxBytes} bytes.`);
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
 * Decodes a text. Valid UTF-8 is read as UTF-8 even if the server names another charset, since that is often wrong.
 *
 * The text does not include a byte order mark.
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
 * Reads the server-sent events of a body as they arrive, by the HTML standard.
 *
 * Like official clients, it skips events without data, which only keep the connection alive, and reads a last event that
 * has no blank line after it. An error that stands in the body as JSON, without being an event, is a failure.
 */
export async function* readEvents(body: Body): AsyncGenerator<EventSourceMessage, void> {
  let events: EventSourceMessage[] = [];
  const onEvent = (event: EventSourceMessage) => void (event.data.trim() === '' || events.push(event));
  const parser = createParser({ onEvent, maxBufferSize: maxEventLength });
  const decoder = new TextDecoder();
  /** The text after the last event. */
  let rest = '';

  function* take(text: string): Generator<EventSourceMessage, void> {
    try {
      parser.feed(text);
    } catch {
      throw new UpstreamFailure('failed', 'The provider sent an event that is too long.');
    }
    const ready = events;
    events = [];
    rest = ready.length > 0 ? (text.split(/\n\r?\n|\r\r/).at(-1) ?? '') : (rest + text).slice(0, maxErrorLength);
    yield* ready;
  }

  for await (const chunk of body) yield* take(decoder.decode(chunk, { stream: true }));
  yield* take(`${decoder.decode()}\n\n`);
  refuseRest(rest);
}

/** Throws for an error that a provider wrote as JSON in place of events, or after the last one. */
function refuseRest(text: string): void {
  if (!/^\s*[[{]/.test(text)) return;
  try {
    const [value]: unknown[] = [JSON.parse(text)].flat();
    if (isObject(value)) refuseError(value);
  } catch (error) {
    // What is not JSON says nothing.
    if (error instanceof UpstreamFailure) throw error;
  }
}
