/** Providers that speak the Messages API of Anthropic. */

import type { Reply } from '../operation/handler.ts';
import { isObject } from '../values/json.ts';
import type { Format, StreamReader } from './format.ts';
import type { ModelCall, ModelRequest } from './model-call.ts';
import type { FindModels } from './models.ts';
import { relay } from './relay.ts';
import { incomplete, lacking, refuseError } from './reported-error.ts';
import { textBytes } from './usage.ts';

/** Calls of the API for handlers. */
export interface Anthropic {
  /** `POST /messages`, with tools, whole or as a stream. */
  messages(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
}

const messages: Format = {
  path: '/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  counts: ['input_tokens', 'output_tokens'],
  fields: [
    ...['messages', 'system', 'max_tokens', 'stop_sequences', 'stream', 'temperature', 'top_k', 'top_p'],
    ...['thinking', 'tool_choice', 'tools'],
  ],
  check(message) {
    refuseError(message);
    // A turn may end without a word, so an empty list is an answer.
    if (!Array.isArray(message.content)) throw lacking('content');
  },
  stream: readEvents,
};

function readEvents(_asked: unknown, model: string): StreamReader {
  return {
    read(data) {
      refuseError(data);
      const { message, usage, type } = data;
      const bytes = type === 'content_block_delta' ? textBytes({ ...Object(data.delta), type: '' }) : 0;
      // Some providers leave out the names of events, without which official clients skip them.
      const name = typeof type === 'string' ? { event: type } : {};
      if (!isObject(message)) return { event: { ...name, data }, usage, bytes, isLast: type === 'message_stop' };
      const renamed = { ...data, message: { ...message, model } };
      return { event: { ...name, data: renamed }, usage: message.usage, isOpening: true };
    },
    end() {
      throw incomplete();
    },
  };
}

/** Serves models at providers of the Messages API; the `x-api-key` header of the provider carries the key. */
export function anthropic(
  models: FindModels,
  { priced = [] }: { readonly priced?: readonly string[] } = {},
): Anthropic {
  const format = { ...messages, fields: [...messages.fields, ...priced] };
  return { messages: (call, request) => relay(call, models, format, request) };
}
