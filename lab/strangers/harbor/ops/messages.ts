/** Messages in the format of the one family that speaks it, and the native passthrough for listed payers. */
import { Checker } from '../check.ts';
import { type TextModel, textModel } from '../data/models.ts';
import { type Paid, paid, type Result } from '../flow.ts';
import { type Call, type Dict, isDict, type Json, jsonBody, Refusal } from '../http.ts';
import {
  ARC_TEXT_RANGE,
  type Frame,
  promptTokens,
  refuseCut,
  sayings,
  streamed,
  TEXT_RANGE,
  textQuote,
  unknownModel,
} from './text.ts';

const BLOCKS = ['text', 'image', 'tool_use', 'tool_result'];

interface Input {
  model: TextModel;
  prompt: number;
  maxTokens: number;
  stream: boolean;
}

function checkContent(check: Checker, field: string, content: Json | undefined): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) {
    check.bad(field, `${field} wants text or blocks`);
    return;
  }
  for (const block of content) {
    if (!isDict(block) || typeof block.type !== 'string' || !BLOCKS.includes(block.type)) {
      check.bad(field, `${field} has a block of no known type`);
    }
  }
}

function checkSystem(check: Checker, parts: boolean): void {
  const system = check.get('system');
  if (system === undefined || typeof system === 'string') return;
  const good =
    parts &&
    Array.isArray(system) &&
    system.every((part) => isDict(part) && part.type === 'text' && typeof part.text === 'string');
  if (!good) check.bad('system', 'system wants text or text parts');
}

function parse(call: Call): Input {
  const rule = call.gateway.rules.text;
  const body = jsonBody(call);
  const check = new Checker(body);
  const named = check.string('model', { required: true });
  for (const [index, message] of (check.array('messages', { required: true, min: 1 }) ?? []).entries()) {
    const field = `messages[${index}]`;
    const role = isDict(message) ? message.role : undefined;
    if (typeof role !== 'string' || !rule.messagesRoles.includes(role))
      check.bad(`${field}.role`, `${field}.role is no role`);
    checkContent(check, `${field}.content`, isDict(message) ? message.content : undefined);
  }
  const maxTokens = check.number('max_tokens', {
    required: true,
    whole: true,
    min: rule.messagesMaxTokensMin,
  });
  checkSystem(check, call.gateway.rules.details.systemParts);
  check.number('temperature', { min: 0, max: rule.messagesTemperatureMax });
  check.number('top_p', { min: 0, max: rule.messagesTopPMax });
  check.number('top_k', { whole: true, min: rule.messagesTopKMin });
  check.strings('stop_sequences');
  const stream = check.flag('stream');
  if (check.array('tools')?.some((tool) => !isDict(tool))) check.bad('tools', 'tools wants objects');
  check.dict('tool_choice');
  const user = check.dict('metadata')?.user_id;
  if (user !== undefined && typeof user !== 'string') check.bad('metadata.user_id', 'metadata.user_id wants text');
  check.done();
  const model = textModel(named ?? '');
  if (model === undefined || (rule.messagesFamilyOnly && model.family !== 'messages')) {
    throw unknownModel(call.gateway, named ?? '', (entry) => entry.family === 'messages');
  }
  return {
    model,
    prompt: promptTokens(body.messages, body.system, body.tools),
    maxTokens: maxTokens ?? 1024,
    stream: (stream ?? false) && call.gateway.rules.details.messagesStream,
  };
}

function run(call: Call, input: Input, { script }: Paid): Result {
  const { gateway } = call;
  const words = sayings('a message');
  const usage: Dict = { output_tokens: Math.min(input.maxTokens, 15), input_tokens: input.prompt };
  const base: Dict = { role: 'assistant', type: 'message', model: input.model.id, id: gateway.id('msg_h') };
  if (!input.stream) {
    refuseCut(script);
    const content: Json[] = [{ text: words.join(''), type: 'text' }];
    return {
      charge: true,
      answer: { status: 200, body: { ...base, content, stop_reason: 'end_turn', stop_sequence: null, usage } },
    };
  }
  const named = (event: string, data: Dict): Frame => ({ event, data: { type: event, ...data } });
  const list = [
    named('message_start', { message: { ...base, content: [], stop_reason: null, stop_sequence: null, usage } }),
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...words.map((text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    named('content_block_stop', { index: 0 }),
    named('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
    named('message_stop', {}),
  ];
  return streamed(
    call,
    script,
    list,
    named('error', { error: { type: 'api_error', message: 'The stream broke off.' } }),
  );
}

export const messagesOperation = paid<Input>({
  template: '/api/v1/messages',
  summary: 'Message in the native format',
  range: TEXT_RANGE,
  arcRange: ARC_TEXT_RANGE,
  handles: ['cut'],
  parse,
  quote: (call, input) => textQuote(call.gateway, input.model, input.prompt, input.maxTokens),
  run,
});

export const passthroughOperation = paid<Input>({
  template: '/api/v1beta/models/{model*}:generateContent',
  summary: 'Native passthrough for enterprise payers',
  range: TEXT_RANGE,
  arcRange: ARC_TEXT_RANGE,
  parse: (call) => {
    const body = jsonBody(call);
    const check = new Checker(body);
    check.array('contents', { required: true });
    check.done();
    const named = call.params.model ?? '';
    const model = textModel(named);
    if (model === undefined) throw unknownModel(call.gateway, named, () => true);
    return { model, prompt: promptTokens(body.contents), maxTokens: 2048, stream: false };
  },
  quote: (call, input) => textQuote(call.gateway, input.model, input.prompt, input.maxTokens),
  precheck: (call, _input, payer) => {
    if (!call.gateway.rules.text.enterpriseOnly || call.gateway.memory.allowed.has(payer)) return;
    throw new Refusal(403, { error: 'Forbidden', message: 'This wallet is not on the enterprise list.' });
  },
  run: (_call, input) => ({
    charge: true,
    answer: {
      status: 200,
      body: {
        modelVersion: input.model.id,
        candidates: [
          { finishReason: 'STOP', content: { role: 'model', parts: [{ text: sayings('native').join('') }] } },
        ],
        usageMetadata: { promptTokenCount: input.prompt, candidatesTokenCount: 15, totalTokenCount: input.prompt + 15 },
      },
    },
  }),
});
