import { createParser } from 'eventsource-parser';

/** One server-sent event; `json` is `undefined` when its data is not JSON. */
export interface ServerEvent {
  readonly event?: string;
  readonly data: string;
  readonly json: unknown;
}

/** Reads the events of a stream's text (HTML standard, 9.2.6); an event without its final empty line is not dispatched. */
export function readEvents(text: string): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ ...(event && { event }), data, json: parseJson(data) }),
  });
  // The parser keeps a byte order mark, and waits after a final CR for the LF of a CRLF.
  const stream = text.replace(/^\uFEFF/, '');
  parser.feed(stream.endsWith('\r') ? `${stream}\n` : stream);
  return events;
}

/** Parses JSON; `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
