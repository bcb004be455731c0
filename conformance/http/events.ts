/** One server-sent event; `json` is `undefined` when its data is not JSON. */
export interface ServerEvent {
  readonly event?: string;
  readonly data: string;
  readonly json: unknown;
}

/**
 * Reads the events of a stream's text (HTML standard, 9.2.6).
 *
 * A last event without its empty line was never dispatched, so it is not an event.
 */
export function readEvents(text: string): ServerEvent[] {
  const events: ServerEvent[] = [];
  let name = '';
  let data: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  // What follows the last line end is not a line yet.
  lines.pop();
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) {
        const joined = data.join('\n');
        events.push({ ...(name !== '' && { event: name }), data: joined, json: parseJson(joined) });
      }
      name = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') name = value;
  }
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
