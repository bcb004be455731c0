import type { Context } from 'hono';
import { z } from 'zod';
import { check, readJson } from '../body.ts';
import type { TextModel } from '../catalog/text.ts';
import { textModel, textQuote } from '../catalog/text.ts';
import { config } from '../config.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import type { Call, Quote, Result } from '../op.ts';
import { op } from '../op.ts';
import { decoded } from '../paths.ts';
import { token, world } from '../world.ts';
import { answer, bill, chunks, cutStream, noUse, servedTier, sse, tokensIn } from './text.ts';

const plain = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
const toolTurn = z.union([
  z.object({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().nullable().optional(),
    tool_calls: z.array(z.looseObject({ id: z.string() })).min(1),
  }),
]);
const fields = {
  model: z.string(),
  max_tokens: z.number().int().min(1).max(128000).default(1024),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().optional(),
  stream: z.boolean().default(false),
};
const base = () => z.object({ ...fields, messages: z.array(plain).min(1) });
const tool = z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) });
const account = () =>
  z.object({
    ...fields,
    service_tier: z
      .string()
      .refine((s) => s === 'flex' || on('any-service-tier'), 'must be flex')
      .optional(),
    tools: z.array(tool).optional(),
    tool_choice: z.union([z.string(), z.looseObject({})]).optional(),
  });

type ChatBody = Pick<z.output<ReturnType<typeof base>>, 'model' | 'max_tokens' | 'stream'> & {
  messages: Array<z.output<typeof toolTurn> | z.output<typeof plain>>;
};
interface Chat {
  model: TextModel;
  prompt: number;
  max: number;
  stream: boolean;
  flex: boolean;
  tool: string | undefined;
  seed: string;
}

async function parse(c: Context, pathModel?: string): Promise<Chat> {
  let raw = await readJson(c);
  if (pathModel !== undefined && raw !== null && typeof raw === 'object' && !Array.isArray(raw))
    raw = { ...raw, model: pathModel };
  let forced: string | undefined;
  let flex = false;
  let body: ChatBody;
  if (config.host === 'account') {
    const head = check(account(), raw);
    const withTools = (head.tools?.length ?? 0) > 0;
    if (withTools && head.stream && on('tools-refused-in-streams')) throw badField('tools', 'not together with stream');
    const { messages } = check(
      z.object({ messages: z.array(withTools ? z.union([toolTurn, plain]) : plain).min(1) }),
      raw,
    );
    body = { ...head, messages };
    flex = head.service_tier === 'flex';
    if (withTools && (head.tool_choice === 'required' || typeof head.tool_choice === 'object'))
      forced = head.tools?.[0]?.function.name;
  } else {
    body = check(base(), raw);
    // A tier is a matter of the account host: refused here, not silently served at the standard rate.
    if ((raw as Record<string, unknown>).service_tier !== undefined)
      throw badField('service_tier', 'service_tier is available on the account host only');
  }
  const model = textModel(body.model);
  const admitted =
    (on('flex-codex-admitted') && model.id.endsWith('5.3-codex')) ||
    (on('flex-families-by-exact-id') && /-(4\.1|4o)-/.test(model.id));
  if (flex && !model.flex && !admitted) {
    throw new ApiError(400, {
      error: 'Flex tier unsupported',
      code: 'FLEX_TIER_UNSUPPORTED',
      field: 'service_tier',
      message: `${model.id} offers no flex tier, or cannot report the tier that served it.`,
    });
  }
  const prompt = body.messages.reduce((sum, m) => sum + 3 + tokensIn(m.content), 0);
  const last = body.messages.at(-1)?.content ?? '';
  return {
    model,
    prompt,
    max: body.max_tokens,
    stream: body.stream,
    flex,
    tool: forced,
    seed: typeof last === 'string' ? last : '',
  };
}

function quote(x: Chat): Quote {
  return textQuote(x.model, x.prompt, x.max);
}

function run(x: Chat, call: Call): Result {
  noUse(call, x.stream);
  const tier = servedTier(x.flex, call, x.stream);
  const a = answer(x.seed, x.max);
  const usage = { prompt_tokens: x.prompt, completion_tokens: a.output, total_tokens: x.prompt + a.output };
  const head = {
    id: token('chatcmpl-'),
    created: world.unix(),
    model: x.model.id,
    ...(x.flex && call.script.outcome !== 'no_tier' ? { service_tier: tier ?? 'default' } : {}),
  };
  const money = bill(x.model, x.prompt, a.output, x.stream && on('flex-stream-full-rate') ? undefined : tier, x.flex);
  const calls = x.tool
    ? [{ id: token('call_', 6), type: 'function', function: { name: x.tool, arguments: '{}' } }]
    : undefined;
  const finish = calls ? 'tool_calls' : a.truncated ? 'length' : 'stop';
  if (!x.stream) {
    const message = calls
      ? { role: 'assistant', content: '', tool_calls: calls }
      : { role: 'assistant', content: a.text };
    return {
      body: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage },
      ...money,
    };
  }
  const chunk = (delta: unknown, finish_reason: string | null, more = {}) =>
    sse({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], ...more });
  const parts = calls
    ? [chunk({ tool_calls: calls.map((t, index) => ({ index, ...t })) }, null)]
    : chunks(a.text).map((content) => chunk({ content }, null));
  const events = [chunk({ role: 'assistant', content: '' }, null), ...parts];
  if (call.script.outcome === 'cut') {
    return {
      ...money,
      ...cutStream(
        call,
        events,
        sse(
          {
            error: {
              message: 'The stream was cut by the provider. You were not charged.',
              type: 'upstream_error',
              code: 'STREAM_CUT',
            },
          },
          'error',
        ),
      ),
    };
  }
  return { sse: [...events, chunk({}, finish, { usage }), 'data: [DONE]\n\n'].join(''), ...money };
}

/** Flex without capacity has its own code; other calls answer as everywhere. */
const failures = {
  capacity: (_s: unknown, x: Chat) =>
    x.flex && !on('flex-capacity-rate-limited')
      ? {
          status: 429,
          body: {
            error: 'resource_unavailable',
            code: 'resource_unavailable',
            message: 'No flex capacity now. You were not charged.',
            retry_after_seconds: 60,
          },
          headers: { 'Retry-After': '60' },
        }
      : undefined,
};

export const chat = op<Chat>({
  method: 'POST',
  template: '/chat/completions',
  hosts: 'both',
  upstream: true,
  describe: 'Chat completions, billed per token',
  parse: (c) => parse(c),
  quote,
  failures,
  run: (x, call) => run(x, call),
});

export const chatInPath = op<Chat>({
  method: 'POST',
  template: '/chat/{model}',
  hosts: 'base',
  upstream: true,
  describe: 'Chat completions with the model in the path',
  parse: (c) => parse(c, decoded(c.req.path).slice('/api/v1/chat/'.length)),
  quote,
  run: (x, call) => run(x, call),
});
