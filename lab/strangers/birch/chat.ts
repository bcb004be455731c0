import { randomBytes } from 'node:crypto';
import { Fields } from './check.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { type Call, type Done, type EarlySpec, paid } from './flow.ts';
import type { Req, Write } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { sse, sseHeaders } from './sse.ts';
import { type TextModel, textModel } from './text-models.ts';
import { answerWords, tokenQuote, tokensOf, unknownTextModel } from './tokens.ts';
import { upstreamError } from './upstream.ts';

interface ChatInput {
  model: TextModel;
  promptTokens: number;
  maxTokens: number;
  stream: boolean;
  last: string;
}

const ROLES = ['system', 'user', 'assistant'] as const;

function readMessages(fields: Fields): string[] {
  if (!fields.has('messages')) fields.fail('messages', 'is required');
  const messages = fields.objects('messages') ?? [];
  return messages.map((message, index) => {
    const item = new Fields(message, `messages.${index}.`, fields.problems);
    if (!item.has('role')) item.fail('role', 'is required');
    item.choice('role', ROLES);
    return item.needText('content');
  });
}

function check(req: Req): ChatInput {
  const fields = Fields.of(req);
  const id = req.params.model ?? fields.needText('model');
  const contents = readMessages(fields);
  const clamps = on('path-max-tokens-clamped') && req.params.model !== undefined;
  const maxTokens = fields.integer('max_tokens', { min: 1, ...(clamps ? {} : { max: 128_000 }) }) ?? 1024;
  fields.number('temperature', { min: 0, max: 2 });
  fields.number('top_p');
  const stream = fields.boolean('stream') ?? false;
  if (fields.has('service_tier')) fields.fail('service_tier', 'is offered on the account host only');
  fields.done();
  const model = textModel(id);
  if (!model) throw unknownTextModel();
  const promptTokens = contents.reduce((sum, text) => sum + tokensOf(text.length) + 4, 3);
  return { model, promptTokens, maxTokens, stream, last: contents.at(-1) ?? '' };
}

function streamChunks(words: string[], base: Record<string, unknown>, cut: boolean): (write: Write) => void {
  const chunk = (delta: Record<string, unknown>, reason: string | null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  return (write) => {
    sse(write, chunk({ role: 'assistant', content: '' }, null));
    for (const [index, word] of words.entries()) {
      sse(write, chunk({ content: index === 0 ? word : ` ${word}` }, null));
      if (!cut) continue;
      sse(
        write,
        { error: { message: 'The stream of the provider broke off. Nothing was charged.', type: 'upstream_error' } },
        'error',
      );
      return;
    }
    sse(write, chunk({}, 'stop'));
    sse(write, '[DONE]');
  };
}

function run(input: ChatInput, call: Call): Done {
  const { model, promptTokens, maxTokens, stream } = input;
  const cut = call.turn.outcome === 'cut';
  const words = answerWords(input.last, maxTokens);
  const base = { id: `chatcmpl-${randomBytes(12).toString('hex')}`, created: nowSeconds(), model: model.id };
  if (stream) {
    // The stream is settled before its first byte leaves, so that it can carry receipts and a broken one costs nothing.
    return { headers: sseHeaders, stream: streamChunks(words, base, cut), ...(cut ? { charge: 'none' as const } : {}) };
  }
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: words.length,
    total_tokens: promptTokens + words.length,
  };
  const choice = { index: 0, message: { role: 'assistant', content: words.join(' ') }, finish_reason: 'stop' };
  return { body: () => ({ ...base, object: 'chat.completion', choices: [choice], usage }) };
}

const spec: Omit<EarlySpec<ChatInput>, 'path' | 'summary'> = {
  price: { mode: 'dynamic', min: usd('0.001'), max: usd('50') },
  check,
  quote: ({ model, promptTokens, maxTokens, stream }) => {
    const { breakdown, ...plain } = tokenQuote(model, promptTokens, maxTokens);
    return breakdown && !(on('breakdown-stream') && stream) ? { ...plain, breakdown } : plain;
  },
  handles: ['cut'],
  run: (input, call) => {
    if (call.turn.outcome === 'cut' && !input.stream)
      throw upstreamError('The answer of the provider broke off. Nothing was charged.');
    return run(input, call);
  },
};

/** Chat completions, with the model in the body or in the path. */
export const chatRoutes: Route[] = [
  paid({ ...spec, path: '/api/v1/chat/completions', summary: 'Chat completion' }),
  paid({ ...spec, path: '/api/v1/chat/{model...}', summary: 'Chat completion with the model in the path' }),
];
