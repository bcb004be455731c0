/** Providers that speak the Messages API of Anthropic. */

import type { Reply } from '../operation/handler.ts';
import { isObject } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';
import type { FindModels } from './models.ts';
import { type Format, type ModelCall, type ModelRequest, relay } from './relay.ts';

/** Handlers' work for the operation of the API. */
export interface Anthropic {
  /** `POST /messages`, with tools, whole or as a stream. */
  messages(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
}

const messages: Format = {
  path: '/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  fields: [
    ...['messages', 'system', 'max_tokens', 'stop_sequences', 'stream', 'temperature', 'top_k', 'top_p'],
    ...['thinking', 'tool_choice', 'tools'],
  ],
  piece(data, _, model) {
    if (data.type === 'error') throw new UpstreamFailure('failed', 'The provider broke off.');
    const { message, usage, type } = data;
    if (isObject(message))
      return { event: { data: { ...data, message: { ...message, model } } }, usage: message.usage };
    return { event: { data }, usage, last: type === 'message_stop' };
  },
};

/** Serves models at providers of the Messages API; the key stands in the `x-api-key` header of the provider. */
export function anthropic(
  models: FindModels,
  { priced = [] }: { readonly priced?: readonly string[] } = {},
): Anthropic {
  const format = { ...messages, fields: [...messages.fields, ...priced] };
  return { messages: (call, request) => relay(call, models, format, request) };
}
