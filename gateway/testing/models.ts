import type { ServerResponse } from 'node:http';
import {
  type ReceivedRequest,
  sendEvents,
  sendJson,
  startUpstream,
  type TestUpstream,
} from '@tollwright/runtime/testing/upstream';

const words = ['The ', 'sun ', 'rises.'];
const question = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };

/** Token counts of a model; tests change them. */
export interface Counts {
  input: number;
  output: number;
}

/** Starts a provider that speaks the APIs of OpenAI and of Anthropic, with models of its own names. */
export function startModels(counts: Counts = { input: 7, output: 5 }): Promise<TestUpstream> {
  const answers: Readonly<Record<string, (response: ServerResponse, received: ReceivedRequest) => void>> = {
    '/v1/chat/completions': (response, { body }) => chat(response, body, counts),
    '/v1/responses': (response, { body }) => respond(response, body, counts),
    '/v1/messages': (response, { body }) => message(response, body, counts),
    '/v1/images/generations': (response) => sendJson(response, { created: 1, data: [{ b64_json: 'aGk=' }] }),
    '/v1/audio/speech': (response) =>
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from([1, 2, 3])),
  };
  return startUpstream((response, received) => {
    const answer = answers[received.url];
    if (answer) answer(response, received);
    else sendJson(response, { error: { message: 'not found' } }, 404);
  });
}

const data = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
const named = (value: { readonly type: string }) => `event: ${value.type}\n${data(value)}`;

type Body = ReceivedRequest['body'];

function chat(
  response: ServerResponse,
  { model, stream, stream_options, tools, response_format }: Body,
  counts: Counts,
) {
  const usage = {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    total_tokens: counts.input + counts.output,
  };
  const head = { id: 'chat_1', created: 1, model };
  if (stream) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
    const counted = data({ ...head, object: 'chat.completion.chunk', choices: [], usage });
    return sendEvents(response, [
      chunk({ role: 'assistant', content: '' }),
      ...words.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      ...(stream_options ? [counted] : []),
      data('[DONE]'),
    ]);
  }
  const content = response_format ? '{"ok":true}' : words.join('');
  const said = tools ? { content: null, tool_calls: [question] } : { content };
  const finish_reason = tools ? 'tool_calls' : 'stop';
  const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason }];
  sendJson(response, { ...head, object: 'chat.completion', choices, usage });
}

function respond(response: ServerResponse, { model, stream }: Body, { input, output }: Counts) {
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  const content = [{ type: 'output_text', text: words.join(''), annotations: [] }];
  const item = { type: 'message', id: 'item_1', role: 'assistant', status: 'completed', content };
  const whole = { id: 'resp_1', object: 'response', created_at: 1, model, status: 'completed', output: [item], usage };
  if (!stream) return sendJson(response, whole);
  sendEvents(response, [
    named({ type: 'response.created', ...{ response: { ...whole, status: 'in_progress', output: [], usage: null } } }),
    ...words.map((delta) => named({ type: 'response.output_text.delta', ...{ delta, item_id: 'item_1' } })),
    named({ type: 'response.completed', ...{ response: whole } }),
  ]);
}

function message(response: ServerResponse, { model, stream }: Body, { input, output }: Counts) {
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null };
  const text = words.join('');
  if (!stream) {
    const usage = { input_tokens: input, output_tokens: output };
    return sendJson(response, { ...head, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage });
  }
  const opened = { ...head, content: [], stop_reason: null, usage: { input_tokens: input, output_tokens: 1 } };
  sendEvents(response, [
    named({ type: 'message_start', ...{ message: opened } }),
    named({ type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } }),
    ...words.map((each) =>
      named({ type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text: each } } }),
    ),
    named({ type: 'content_block_stop', ...{ index: 0 } }),
    named({
      type: 'message_delta',
      ...{ delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: output } },
    }),
    named({ type: 'message_stop' }),
  ]);
}
