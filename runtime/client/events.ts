import type { StreamEvent } from '../operation.ts';
import { isObject } from '../values.ts';
import { StreamFailed } from './failures.ts';
import { createOrder } from './stream-order.ts';

/**
 * Reads server-sent events until `done` or the end of the answer.
 *
 * Throws `StreamFailed` for an error event, for a stream that is cut, and for one whose pieces do not fit together.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>, done?: string): AsyncGenerator<StreamEvent> {
  const order = createOrder();
  for await (const { event, data } of frames(chunks)) {
    if (data === done) return;
    const value = parse(data);
    if (event === 'error' || (isObject(value) && value.error)) throw new StreamFailed(value);
    order.next(value);
    yield event === undefined ? { data: value } : { event, data: value };
  }
  if (done !== undefined) throw new StreamFailed('it was cut before its end');
  order.end();
}

async function* frames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ event?: string; data: string }> {
  let event: string | undefined;
  let data: string[] = [];
  for await (const line of lines(chunks)) {
    const [, field, value = ''] = /^(data|event)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    if (line !== '') continue;
    if (data.length > 0) yield { ...(event !== undefined && { event }), data: data.join('\n') };
    event = undefined;
    data = [];
  }
}

async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the very end may be half of a line break.
    const found = rest.split(/\r\n|\n|\r(?!$)/);
    rest = found.pop() ?? '';
    yield* found;
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
