import { randomUUID } from 'node:crypto';
import { now, nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { type Reply, refuse } from './http.ts';
import type { Call, Operation } from './operation.ts';
import { checkFlex, countTokensOf } from './text-billing.ts';
import { type Format, frame, type Generation, pieces, runText, type TextRequest } from './text-call.ts';
import { type TextModel, textModel, textModels } from './text-catalog.ts';

const UPSTREAM = 'chat';
const DEFAULT_MAX_TOKENS = 1024;

/** The chat operations. */
export const chatOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/chat/completions',
    summary: 'Chat completion',
    upstream: UPSTREAM,
    handle: (call) => chat(call, call.json()),
  },
  {
    methods: ['POST'],
    path: '/v1/chat/{model*}',
    summary: 'Chat completion with the model in the path',
    upstream: UPSTREAM,
    handle: (call) => {
      const body = new Form(call.json());
      body.done();
      return chat(call, { ...body.body, model: call.param('model') });
    },
  },
];

function chat(call: Call, body: unknown): Promise<Reply> {
  const form = new Form(body);
  const id = form.must('model');
  form.need('messages');
  const messages = form.forms('messages') ?? [];
  for (const message of messages) {
    message.must('role', { oneOf: ['system', 'user', 'assistant'] });
    message.must('content');
  }
  const fewest = on('chat-max-tokens-zero') ? 0 : 1;
  const maxTokens = form.integer('max_tokens', { min: fewest, max: 128_000 }) || DEFAULT_MAX_TOKENS;
  form.number('temperature', { min: 0, max: 2 });
  form.number('top_p');
  const stream = form.flag('stream') ?? false;
  const tier = form.text('service_tier', { oneOf: ['flex'] });
  const tools = form.forms('tools');
  form.done();
  const model = textModel(id) ?? unknownModel(id);
  checkFlex(model, tier);
  const request: TextRequest = {
    model,
    upstream: UPSTREAM,
    prompt: messages.at(-1)?.text('content') ?? '',
    inputTokens:
      messages.reduce((sum, message) => sum + countTokensOf(message.get('content')) + 3, 0) +
      (tools === undefined ? 0 : countTokensOf(form.get('tools'))),
    maxTokens,
    stream,
    ...(tier === undefined ? {} : { tier }),
  };
  return runText(call, request, chatFormat(model, forcedTool(form)));
}

function unknownModel(id: string): never {
  throw refuse(
    'model',
    `unknown model ${JSON.stringify(id)}`,
    textModels.map((model) => model.id),
  );
}

/** The tool that the request makes the model call. */
function forcedTool(form: Form): string | undefined {
  const tools = form.array('tools') ?? [];
  const choice = form.get('tool_choice');
  if (tools.length === 0 || choice === undefined || choice === 'auto' || choice === 'none') return undefined;
  const wanted = typeof choice === 'object' ? choice : tools[0];
  const name = new Form(new Form(wanted).get('function')).text('name');
  return name ?? 'tool';
}

function chatFormat(model: TextModel, tool: string | undefined): Format {
  const id = randomUUID();
  const created = on('chat-created-ms') ? now() : nowSeconds();
  const head = (object: string, { tier }: Generation) => ({
    id,
    object,
    created,
    model: model.id,
    ...(tier === undefined ? {} : { service_tier: tier }),
  });
  const toolCalls =
    tool === undefined
      ? {}
      : { tool_calls: [{ id: `call_${randomUUID()}`, type: 'function', function: { name: tool, arguments: '{}' } }] };
  const finish = (generation: Generation) => (generation.cut ? 'length' : tool === undefined ? 'stop' : 'tool_calls');
  const usage = ({ words, inputTokens }: Generation) => ({
    prompt_tokens: inputTokens,
    completion_tokens: words.length,
    total_tokens: inputTokens + words.length,
  });
  const chunk = (generation: Generation, delta: unknown, finishReason: string | null = null) =>
    frame({
      ...head('chat.completion.chunk', generation),
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });
  return {
    whole: (generation) => ({
      ...head('chat.completion', generation),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: generation.words.join(' '), ...toolCalls },
          finish_reason: finish(generation),
        },
      ],
      usage: usage(generation),
    }),
    frames: (generation) => [
      chunk(generation, { role: 'assistant', content: '', ...toolCalls }),
      ...pieces(generation.words).map((content) => chunk(generation, { content })),
      chunk(generation, {}, finish(generation)),
    ],
    last: (generation) => [
      frame({ ...head('chat.completion.chunk', generation), choices: [], usage: usage(generation) }),
      frame('[DONE]'),
    ],
    broken: () =>
      frame({ error: { message: 'The stream of the provider broke off', code: 'UPSTREAM_ERROR' } }, 'error') +
      (on('chat-cut-done') ? frame('[DONE]') : ''),
  };
}
