import { randomUUID } from 'node:crypto';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { type Reply, refuse } from './http.ts';
import { enforce } from './limits.ts';
import type { Call, Operation } from './operation.ts';
import { countTokensOf } from './text-billing.ts';
import { type Format, frame, type Generation, pieces, runText } from './text-call.ts';
import { idsOf, MESSAGES_PROVIDER, type TextModel, textModel } from './text-catalog.ts';

const UPSTREAM = 'messages';
const BLOCKS = ['text', 'image', 'tool_use', 'tool_result'];

/** The messages operation. */
export const messagesOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/messages',
    summary: 'Messages',
    upstream: UPSTREAM,
    handle: (call) => messages(call),
  },
];

function messages(call: Call): Promise<Reply> {
  if (on('messages-quota')) enforce({ name: 'messages', calls: 60, seconds: 60 }, call.account.keyId);
  const form = new Form(call.json());
  const id = form.must('model');
  form.need('messages');
  const items = form.forms('messages') ?? [];
  for (const item of items) {
    item.must('role', { oneOf: ['user', 'assistant'] });
    checkContent(item);
  }
  form.need('max_tokens');
  const maxTokens = form.integer('max_tokens', { min: 1 }) ?? 1;
  checkSystem(form);
  form.number('temperature', { min: 0, max: 1 });
  form.number('top_p', { min: 0, max: 1 });
  form.integer('top_k', { min: 0 });
  form.texts('stop_sequences');
  const stream = form.flag('stream') ?? false;
  form.forms('tools');
  form.object('tool_choice');
  if (form.object('metadata') !== undefined) new Form(form.get('metadata'), '/metadata', form.problems).text('user_id');
  form.done();
  const ids = idsOf(MESSAGES_PROVIDER);
  const model = textModel(id);
  const sees = on('messages-any-vision') && model?.categories.includes('vision') === true;
  if (model === undefined || !(ids.includes(id) || sees))
    throw refuse('model', `unknown model ${JSON.stringify(id)} for messages`, ids);
  const last = items.at(-1)?.get('content') ?? '';
  const inputTokens =
    items.reduce((sum, item) => sum + countTokensOf(item.get('content')), 0) +
    countTokensOf(form.get('system') ?? '') +
    countTokensOf(form.get('tools') ?? '');
  const prompt = typeof last === 'string' ? last : JSON.stringify(last);
  // A model never writes more than its own limit, whatever was asked for.
  return runText(
    call,
    {
      model,
      upstream: UPSTREAM,
      prompt,
      inputTokens,
      maxTokens: Math.min(maxTokens, model.maxOutput),
      stream,
      ...(on('messages-system-free') && Array.isArray(form.get('system'))
        ? { unbilled: countTokensOf(form.get('system')) }
        : {}),
    },
    messagesFormat(model),
  );
}

function checkContent(item: Form): void {
  if (!item.need('content') || typeof item.get('content') === 'string') return;
  if (!Array.isArray(item.get('content'))) {
    item.add('content', 'content must be a string or an array of content blocks');
    return;
  }
  for (const block of item.forms('content') ?? []) {
    const type = block.must('type', { oneOf: BLOCKS });
    if (type === 'text') block.must('text');
  }
}

function checkSystem(form: Form): void {
  const system = form.get('system');
  if (system === undefined || typeof system === 'string') return;
  if (!Array.isArray(system)) {
    form.add('system', 'system must be a string or an array of text blocks');
    return;
  }
  for (const block of form.forms('system') ?? []) {
    block.must('type', { oneOf: ['text'] });
    block.must('text');
  }
}

function messagesFormat(model: TextModel): Format {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const reason = (generation: Generation) => (generation.cut ? 'max_tokens' : 'end_turn');
  const envelope = { id, type: 'message', role: 'assistant', model: model.id };
  const event = (data: { type: string } & Record<string, unknown>) => frame(data, data.type);
  return {
    whole: (generation) => ({
      ...envelope,
      content: [{ type: 'text', text: generation.words.join(' ') }],
      stop_reason: reason(generation),
      stop_sequence: null,
      usage: { input_tokens: generation.inputTokens, output_tokens: generation.words.length },
    }),
    frames: (generation) => [
      event({
        type: 'message_start',
        message: {
          ...envelope,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: generation.inputTokens, output_tokens: 0 },
        },
      }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      ...pieces(generation.words).map((text) =>
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      ),
    ],
    last: (generation) => [
      event({ type: 'content_block_stop', index: 0 }),
      event({
        type: 'message_delta',
        delta: { stop_reason: reason(generation), stop_sequence: null },
        usage: { output_tokens: generation.words.length },
      }),
      event({ type: 'message_stop' }),
    ],
    broken: () =>
      event({ type: 'error', error: { type: 'api_error', message: 'The stream of the provider broke off' } }),
  };
}
