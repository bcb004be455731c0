import { randomUUID } from 'node:crypto';
import { nowSeconds } from './clock.ts';
import { type Format, frame, type Generation, pieces } from './text-call.ts';
import type { TextModel } from './text-catalog.ts';

/** A response in the native format. */
export type ResponseObject = Record<string, unknown>;

/** Writes the native objects and events of one response. */
export interface ResponsesFormat extends Format {
  id: string;
  /** The object while it has no output. */
  pending(status: string): ResponseObject;
  whole(generation: Generation): ResponseObject;
}

/** The native format with an id of its own. */
export function responsesFormat(model: TextModel, background = false): ResponsesFormat {
  const id = `resp_${randomUUID().replaceAll('-', '')}`;
  const item = `msg_${randomUUID().replaceAll('-', '')}`;
  const createdAt = nowSeconds();
  let sequence = 0;
  const event = (type: string, members: Record<string, unknown>) =>
    frame({ type, sequence_number: sequence++, ...members }, type);
  const pending = (status: string): ResponseObject => ({
    id,
    object: 'response',
    created_at: createdAt,
    status,
    background,
    error: null,
    incomplete_details: null,
    model: model.id,
    output: [],
    usage: null,
  });
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
  const message = (text: string, status: string) => ({
    type: 'message',
    id: item,
    role: 'assistant',
    status,
    content: status === 'completed' ? [part(text)] : [],
  });
  const whole = ({ words, inputTokens, cut, tier }: Generation): ResponseObject => ({
    ...pending(cut ? 'incomplete' : 'completed'),
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    output: [message(words.join(' '), 'completed')],
    usage: { input_tokens: inputTokens, output_tokens: words.length, total_tokens: inputTokens + words.length },
    ...(tier === undefined ? {} : { service_tier: tier }),
  });
  const at = { item_id: item, output_index: 0, content_index: 0 };
  return {
    id,
    pending,
    whole,
    frames: ({ words }) => [
      event('response.created', { response: pending('in_progress') }),
      event('response.output_item.added', { output_index: 0, item: message('', 'in_progress') }),
      event('response.content_part.added', { ...at, part: part('') }),
      ...pieces(words).map((delta) => event('response.output_text.delta', { ...at, delta })),
      event('response.output_text.done', { ...at, text: words.join(' ') }),
      event('response.content_part.done', { ...at, part: part(words.join(' ')) }),
      event('response.output_item.done', { output_index: 0, item: message(words.join(' '), 'completed') }),
    ],
    last: (generation) => [
      event(generation.cut ? 'response.incomplete' : 'response.completed', { response: whole(generation) }),
    ],
    broken: () =>
      event('error', { code: 'server_error', message: 'The stream of the provider broke off', param: null }),
  };
}
