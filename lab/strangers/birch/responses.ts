import { randomBytes } from 'node:crypto';
import { openBackground, present } from './background.ts';
import { Fields } from './check.ts';
import { nowMs, nowSeconds, sleep } from './clock.ts';
import { on } from './faults.ts';
import { type Call, type Done, paid } from './flow.ts';
import { isRecord, type Req, type Write } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { sse, sseHeaders } from './sse.ts';
import { RESPONSES_PROVIDER, type TextModel, textModel, textModels } from './text-models.ts';
import { answerWords, promptTokensOf, tokenQuote, unknownTextModel } from './tokens.ts';
import { failsLater, upstreamError } from './upstream.ts';

interface ResponsesInput {
  model: TextModel;
  promptTokens: number;
  maxTokens: number;
  stream: boolean;
  background: boolean;
}

const DEFAULT_OUTPUT = 2048;

function checkInput(fields: Fields): void {
  const input = fields.get('input');
  const isItem = (item: unknown) => isRecord(item) && !(on('responses-item-role') && item.role === undefined);
  if (typeof input === 'string' || (Array.isArray(input) && input.every(isItem))) return;
  fields.fail('input', fields.has('input') ? 'must be a string or an array of input items' : 'is required');
}

function findModel(id: string): TextModel {
  const bare = !on('unprefixed-only-gpt') || id.startsWith('gpt-');
  const model = textModel(id) ?? (bare ? textModel(`${RESPONSES_PROVIDER}/${id}`) : undefined);
  if (model?.format !== 'responses') throw unknownTextModel(textModels.filter((item) => item.format === 'responses'));
  return model;
}

function check(req: Req): ResponsesInput {
  const fields = Fields.of(req);
  const id = fields.needText('model');
  checkInput(fields);
  fields.text('instructions');
  const maxTokens = fields.integer('max_output_tokens', { min: 1 }) ?? DEFAULT_OUTPUT;
  const stream = fields.boolean('stream') ?? false;
  fields.objects('tools');
  fields.object('reasoning');
  fields.texts('include');
  fields.object('text');
  fields.number('temperature', { min: 0, max: 2 });
  fields.number('top_p', { min: 0, max: 1 });
  const background = fields.boolean('background') ?? false;
  if (fields.has('service_tier')) fields.fail('service_tier', 'is offered on the account host only');
  fields.done();
  return {
    model: findModel(id),
    promptTokens: promptTokensOf(fields.get('input'), fields.get('instructions')),
    maxTokens: on('background-bound') && background ? DEFAULT_OUTPUT : maxTokens,
    stream,
    background,
  };
}

function nativeObject(input: ResponsesInput, words: string[]): Record<string, unknown> {
  return {
    id: `resp_${randomBytes(16).toString('hex')}`,
    object: 'response',
    created_at: nowSeconds(),
    status: 'completed',
    background: input.background,
    error: null,
    model: input.model.name,
    output: [
      {
        id: `msg_${randomBytes(12).toString('hex')}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: words.join(' '), annotations: [] }],
      },
    ],
    usage: {
      input_tokens: input.promptTokens,
      output_tokens: words.length,
      total_tokens: input.promptTokens + words.length,
    },
  };
}

function streamEvents(object: Record<string, unknown>, words: string[], cut: boolean): (write: Write) => void {
  return (write) => {
    let number = 0;
    const send = (type: string, more: Record<string, unknown>) => {
      sse(write, { type, sequence_number: number, ...more }, type);
      number += 1;
    };
    send('response.created', { response: { ...object, status: 'in_progress', output: [], usage: null } });
    for (const word of words) {
      send('response.output_text.delta', { output_index: 0, content_index: 0, delta: `${word} ` });
      if (!cut) continue;
      send('error', {
        code: 'server_error',
        message: 'The stream of the provider broke off. Nothing was charged.',
        param: null,
      });
      return;
    }
    send('response.output_text.done', { output_index: 0, content_index: 0, text: words.join(' ') });
    send('response.completed', { response: object });
  };
}

async function run(input: ResponsesInput, call: Call): Promise<Done> {
  const { turn } = call;
  const cut = turn.outcome === 'cut';
  if (!input.background && failsLater(turn)) throw upstreamError();
  if (cut && !input.stream) throw upstreamError();
  if (!input.background && turn.outcome === 'slow') await sleep(300);
  const words = answerWords('your input', input.maxTokens);
  const object = nativeObject(input, words);
  if (input.background && !input.stream) {
    const body = () => present(openBackground(String(object.id), object, turn));
    return { body, ...(on('background-unsettled') ? { charge: 'none' as const } : {}) };
  }
  if (!input.stream) return { body: () => object };
  const write = streamEvents(object, words, cut);
  const stream = (send: Write) => {
    // What was streamed to its end can also be polled.
    if (input.background && !cut) openBackground(String(object.id), object, turn).finishMs = nowMs();
    write(send);
  };
  return { headers: sseHeaders, stream, ...(cut ? { charge: 'none' as const } : {}) };
}

/** Responses in the native format of one provider. */
export const responseRoutes: Route[] = [
  paid<ResponsesInput>({
    path: '/api/v1/responses',
    summary: 'Responses',
    price: { mode: 'dynamic', min: usd('0.001'), max: usd('50') },
    handles: ['cut', 'slow'],
    stages: true,
    check,
    quote: ({ model, promptTokens, maxTokens, background }) => ({
      ...tokenQuote(model, promptTokens, maxTokens),
      ...(on('background-window') && background ? { window: 600 } : {}),
    }),
    run,
  }),
];
