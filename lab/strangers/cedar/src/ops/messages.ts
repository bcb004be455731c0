import { z } from 'zod';
import { checkBody } from '../body.ts';
import type { TextModel } from '../catalog/text.ts';
import { cost, MESSAGES_PROVIDER, textModel, textQuote } from '../catalog/text.ts';
import { on } from '../fault.ts';
import type { Call, Result } from '../op.ts';
import { op } from '../op.ts';
import { token } from '../world.ts';
import { answer, bill, chunks, cutStream, noUse, sse, tokensIn } from './text.ts';

const block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), source: z.looseObject({}) }),
  z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string() }),
]);
const schema = () =>
  z.object({
    model: z.string(),
    messages: z
      .array(
        z
          .object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(block)]) })
          .refine(
            (m) => !(on('assistant-turn-only-text') && m.role === 'assistant' && typeof m.content !== 'string'),
            'must be a string',
          ),
      )
      .min(1),
    max_tokens: z.number().int().min(1),
    system: z.union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() }))]).optional(),
    temperature: z.number().min(0).max(1).optional(),
    top_p: z.number().min(0).max(1).optional(),
    top_k: z
      .number()
      .int()
      .min(on('messages-top-k-from-1') ? 1 : 0)
      .optional(),
    stop_sequences: z.array(z.string()).optional(),
    stream: z.boolean().default(false),
    tools: z.array(z.looseObject({})).optional(),
    tool_choice: z.looseObject({}).optional(),
    metadata: z.object({ user_id: z.string() }).optional(),
  });

interface Messages {
  model: TextModel;
  prompt: number;
  /** Tokens of `system`, where it is an array. */
  blocks: number;
  max: number;
  stream: boolean;
  seed: string;
}

function run(x: Messages, call: Call): Result {
  noUse(call, x.stream);
  const a = answer(x.seed, x.max);
  const money = bill(x.model, x.prompt, a.output, undefined);
  if (on('system-blocks-unbilled')) money.charge = cost(x.model, x.prompt - x.blocks, a.output);
  const stop_reason = a.truncated ? 'max_tokens' : 'end_turn';
  const head = { id: token('msg_'), type: 'message', role: 'assistant', model: x.model.id };
  const usage = { input_tokens: x.prompt, output_tokens: a.output };
  if (!x.stream)
    return {
      body: { ...head, content: [{ type: 'text', text: a.text }], stop_reason, stop_sequence: null, usage },
      ...money,
    };
  const ev = (type: string, more: object) => sse({ type, ...more }, type);
  const events = [
    ev('message_start', {
      message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 0 } },
    }),
    ev('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...chunks(a.text).map((text) => ev('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
  ];
  if (call.script.outcome === 'cut') {
    return {
      ...money,
      ...cutStream(
        call,
        events,
        ev('error', {
          error: { type: 'api_error', message: 'The stream was cut by the provider. You were not charged.' },
        }),
      ),
    };
  }
  const end = [
    ev('content_block_stop', { index: 0 }),
    ev('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: a.output } }),
    ev('message_stop', {}),
  ];
  const most = on('messages-stream-at-maximum') ? { charge: textQuote(x.model, x.prompt, x.max).account } : {};
  return { sse: [...events, ...end].join(''), ...money, ...most };
}

export const messages = op<Messages>({
  method: 'POST',
  template: '/messages',
  hosts: 'both',
  upstream: true,
  describe: 'Messages format, billed per token',
  parse: async (c) => {
    const body = await checkBody(c, schema());
    const model = textModel(body.model, MESSAGES_PROVIDER);
    const prompt =
      tokensIn(body.system) + tokensIn(body.tools) + body.messages.reduce((sum, m) => sum + 3 + tokensIn(m.content), 0);
    return {
      model,
      prompt,
      blocks: Array.isArray(body.system) ? tokensIn(body.system) : 0,
      max: body.max_tokens,
      stream: body.stream,
      seed: JSON.stringify(body.messages.at(-1)?.content),
    };
  },
  quote: (x) => textQuote(x.model, x.prompt, x.max),
  run,
});
