import { randomBytes } from 'node:crypto';
import { Fields } from './check.ts';
import { on } from './faults.ts';
import { type Call, type Done, paid } from './flow.ts';
import { isRecord, type Req, type Write } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { sse, sseHeaders } from './sse.ts';
import { MESSAGES_PROVIDER, type TextModel, textModel, textModels } from './text-models.ts';
import { answerWords, promptTokensOf, tokenQuote, unknownTextModel } from './tokens.ts';
import { upstreamError } from './upstream.ts';

interface MessagesInput {
  model: TextModel;
  promptTokens: number;
  maxTokens: number;
  stream: boolean;
}

const BLOCKS = ['text', 'image', 'tool_use', 'tool_result'] as const;

function checkContent(fields: Fields): void {
  const content = fields.get('content');
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) {
    fields.fail('content', fields.has('content') ? 'must be a string or an array of content blocks' : 'is required');
    return;
  }
  for (const [index, block] of content.entries()) {
    if (!isRecord(block)) {
      fields.fail(`content.${index}`, 'must be an object');
      continue;
    }
    const item = new Fields(block, `${fields.prefix}content.${index}.`, fields.problems);
    if (!item.has('type')) item.fail('type', 'is required');
    if (item.choice('type', BLOCKS) === 'text') item.needText('text');
  }
}

function checkMessages(fields: Fields): void {
  if (!fields.has('messages')) fields.fail('messages', 'is required');
  for (const [index, message] of (fields.objects('messages') ?? []).entries()) {
    const item = new Fields(message, `messages.${index}.`, fields.problems);
    if (!item.has('role')) item.fail('role', 'is required');
    item.choice('role', ['user', 'assistant']);
    checkContent(item);
  }
}

function checkSystem(fields: Fields): void {
  const system = fields.get('system');
  if (system === undefined || typeof system === 'string') return;
  const good =
    Array.isArray(system) &&
    system.every((item) => isRecord(item) && item.type === 'text' && typeof item.text === 'string');
  if (!good) fields.fail('system', 'must be a string or an array of {type: text, text}');
}

function check(req: Req): MessagesInput {
  const fields = Fields.of(req);
  const id = fields.needText('model');
  checkMessages(fields);
  if (!fields.has('max_tokens')) fields.fail('max_tokens', 'is required');
  const maxTokens = fields.integer('max_tokens', { min: 1 }) ?? 1;
  checkSystem(fields);
  fields.number('temperature', { min: 0, max: 1 });
  fields.number('top_p', { min: 0, max: 1 });
  fields.integer('top_k', { min: on('messages-top-k-zero') ? 1 : 0 });
  fields.texts('stop_sequences');
  const stream = fields.boolean('stream') ?? false;
  fields.objects('tools');
  fields.object('tool_choice');
  const metadata = fields.object('metadata');
  if (metadata) new Fields(metadata, 'metadata.', fields.problems).text('user_id');
  fields.done();
  const model = textModel(id);
  const speaks = model?.format === 'messages' || (on('messages-any-format') && model?.format !== undefined);
  if (!model || !speaks)
    throw unknownTextModel(textModels.filter((item) => item.id.startsWith(`${MESSAGES_PROVIDER}/`)));
  return { model, promptTokens: promptTokensOf(fields.get('messages'), fields.get('system')), maxTokens, stream };
}

function streamEvents(message: Record<string, unknown>, words: string[], cut: boolean): (write: Write) => void {
  return (write) => {
    const send = (type: string, more: Record<string, unknown>) => sse(write, { type, ...more }, type);
    send('message_start', { message: { ...message, content: [], stop_reason: null } });
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (const word of words) {
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `${word} ` } });
      if (!cut) continue;
      send('error', {
        error: { type: 'api_error', message: 'The stream of the provider broke off. Nothing was charged.' },
      });
      if (on('messages-cut')) break;
      return;
    }
    send('content_block_stop', { index: 0 });
    send('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: words.length },
    });
    send('message_stop', {});
  };
}

function run(input: MessagesInput, call: Call): Done {
  const cut = call.turn.outcome === 'cut';
  if (cut && !input.stream) throw upstreamError();
  const words = answerWords('your message', input.maxTokens);
  const message = {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model: input.model.name,
    content: [{ type: 'text', text: words.join(' ') }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: input.promptTokens, output_tokens: words.length },
  };
  if (!input.stream) return { body: () => message };
  return {
    headers: sseHeaders,
    stream: streamEvents(message, words, cut),
    ...(cut ? { charge: 'none' as const } : {}),
  };
}

/** Messages in the native format of one provider. */
export const messageRoutes: Route[] = [
  paid<MessagesInput>({
    path: '/api/v1/messages',
    summary: 'Messages',
    price: { mode: 'dynamic', min: usd('0.001'), max: usd('50') },
    handles: ['cut'],
    check,
    quote: ({ model, promptTokens, maxTokens }) => tokenQuote(model, promptTokens, maxTokens),
    run,
  }),
];
