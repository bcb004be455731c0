import { z } from 'zod';
import { checkBody } from '../body.ts';
import type { TextModel } from '../catalog/text.ts';
import { RESPONSES_PROVIDER, textModel, textQuote } from '../catalog/text.ts';
import { config } from '../config.ts';
import { badField } from '../errors.ts';
import { on } from '../fault.ts';
import type { Call, Result } from '../op.ts';
import { op } from '../op.ts';
import { token, world } from '../world.ts';
import { createBackground } from './background.ts';
import { answer, bill, chunks, cutStream, noUse, sse, tokensIn, upstreamBroke } from './text.ts';

/** Messages, outputs of functions, reasoning replays: their shapes are the provider's. */
const inputItem = () => (on('input-items-need-role') ? z.looseObject({ role: z.string() }) : z.looseObject({}));
const schema = () =>
  z.object({
    model: z.string(),
    input: z.union([z.string(), z.array(inputItem())]),
    instructions: z.string().nullable().optional(),
    max_output_tokens: z.number().int().min(1).optional(),
    stream: z.boolean().default(false),
    tools: z.array(z.looseObject({})).optional(),
    tool_choice: z.unknown().optional(),
    reasoning: z.looseObject({}).nullable().optional(),
    include: z.array(z.string()).nullable().optional(),
    text: z.looseObject({}).optional(),
    temperature: z.number().min(0).max(2).optional(),
    top_p: z.number().min(0).max(1).optional(),
    background: z.boolean().default(false),
  });
const DEFAULT_OUTPUT = 2048;

export interface Resp {
  model: TextModel;
  prompt: number;
  max: number;
  stream: boolean;
  background: boolean;
  seed: string;
  instructions: string | null;
}

export function envelope(
  id: string,
  x: Resp,
  created: number,
  status: string,
  output: { text: string; output: number } | null,
): Record<string, unknown> {
  const item = output
    ? [
        {
          id: `msg_${id.slice(5)}`,
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: output.text, annotations: [] }],
        },
      ]
    : [];
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    background: x.background,
    model: x.model.id,
    output: item,
    error: null,
    incomplete_details: null,
    instructions: x.instructions,
    max_output_tokens: x.max,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    store: false,
    usage: output
      ? { input_tokens: x.prompt, output_tokens: output.output, total_tokens: x.prompt + output.output }
      : null,
  };
}

export function eventsOf(id: string, x: Resp, created: number): { events: string[]; error: string } {
  const a = answer(x.seed, x.max);
  let n = 0;
  const ev = (type: string, more: object) => sse({ type, sequence_number: n++, ...more }, type);
  const itemId = `msg_${id.slice(5)}`;
  const at = { item_id: itemId, output_index: 0, content_index: 0 };
  const done = envelope(id, x, created, 'completed', a);
  const events = [
    ev('response.created', { response: envelope(id, x, created, 'in_progress', null) }),
    ev('response.in_progress', { response: envelope(id, x, created, 'in_progress', null) }),
    ev('response.output_item.added', {
      output_index: 0,
      item: { id: itemId, type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    }),
    ev('response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } }),
    ...chunks(a.text).map((delta) => ev('response.output_text.delta', { ...at, delta })),
    ev('response.output_text.done', { ...at, text: a.text }),
    ev('response.content_part.done', { ...at, part: { type: 'output_text', text: a.text, annotations: [] } }),
    ev('response.output_item.done', { output_index: 0, item: (done.output as unknown[])[0] }),
    ev('response.completed', { response: done }),
  ];
  return {
    events,
    error: sse(
      {
        type: 'error',
        code: 'STREAM_CUT',
        message: 'The stream was cut by the provider.',
        param: null,
        sequence_number: 99,
      },
      'error',
    ),
  };
}

function run(x: Resp, call: Call): Result {
  const id = token('resp_');
  const created = world.unix();
  if (x.background) return createBackground(id, x, call, created);
  if (call.script.outcome === 'fail') throw upstreamBroke();
  noUse(call, x.stream);
  const a = answer(x.seed, x.max);
  const rated = on('responses-never-long') ? { ...x.model, longAbove: null } : x.model;
  const money = bill(rated, x.prompt, a.output, undefined);
  if (!x.stream) return { body: envelope(id, x, created, 'completed', a), ...money };
  const { events, error } = eventsOf(id, x, created);
  if (call.script.outcome === 'cut') return { ...money, ...cutStream(call, events, error) };
  return { sse: events.join(''), ...money };
}

export const responses = op<Resp>({
  method: 'POST',
  template: '/responses',
  hosts: 'both',
  upstream: true,
  describe: 'Responses format, billed per token',
  parse: async (c) => {
    const body = await checkBody(c, schema());
    const model = textModel(body.model, RESPONSES_PROVIDER, true);
    // The account host has no operation to poll one with.
    if (body.background && config.host === 'account')
      throw badField('background', 'background responses are served by the per-call host only');
    const prompt = tokensIn(body.input) + tokensIn(body.instructions) + tokensIn(body.tools) + 3;
    return {
      model,
      prompt,
      max: body.max_output_tokens ?? DEFAULT_OUTPUT,
      stream: body.stream,
      background: body.background,
      seed: JSON.stringify(body.input),
      instructions: body.instructions ?? null,
    };
  },
  quote: (x) => textQuote(x.model, x.prompt, x.max),
  run,
});
