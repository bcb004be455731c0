/** Chat completions, with the model in the body or in the path. */
import { Checker } from '../check.ts';
import { TEXT_LABELS, type TextModel, textModel } from '../data/models.ts';
import { type Operation, type Paid, paid, type Result } from '../flow.ts';
import { type Call, type Dict, isDict, jsonBody } from '../http.ts';
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

interface Input {
  model: TextModel;
  prompt: number;
  maxTokens: number;
  stream: boolean;
  topic: string;
}

function checkMessages(check: Checker, call: Call): string {
  const rule = call.gateway.rules.text;
  const messages = check.array('messages', { required: true, min: 1 });
  let topic = '';
  for (const [index, message] of (messages ?? []).entries()) {
    const field = `messages[${index}]`;
    if (!isDict(message)) {
      check.bad(field, `${field} wants an object`);
      continue;
    }
    const { role, content } = message;
    if (typeof role !== 'string' || !rule.chatRoles.includes(role))
      check.bad(`${field}.role`, `${field}.role is no role`);
    if (typeof content === 'string') topic = content;
    else check.bad(`${field}.content`, `${field}.content wants text`);
  }
  return topic;
}

function parse(call: Call, pathModel: string | undefined): Input {
  const rule = call.gateway.rules.text;
  const body = jsonBody(call);
  const check = new Checker(body);
  const named = pathModel ?? check.string('model', { required: true });
  const topic = checkMessages(check, call);
  const maxTokens = check.number('max_tokens', { whole: true, min: rule.maxTokensMin, max: rule.maxTokensMax });
  check.number('temperature', { min: 0, max: rule.temperatureMax });
  check.number('top_p');
  const stream = check.flag('stream');
  if (check.get('service_tier') !== undefined) check.bad('service_tier', 'service_tier is for the account host');
  check.done();
  const fallback = pathModel !== undefined && !call.gateway.rules.details.pathModelKnown;
  const model = textModel(named ?? '') ?? (fallback ? textModel(TEXT_LABELS.chat ?? '') : undefined);
  if (model === undefined) throw unknownModel(call.gateway, named ?? '', () => true);
  return {
    model,
    topic,
    prompt: promptTokens(body.messages, body.tools),
    maxTokens: maxTokens ?? rule.maxTokensDefault,
    stream: stream ?? false,
  };
}

function run(call: Call, input: Input, { script }: Paid): Result {
  const { gateway } = call;
  const words = sayings(input.topic);
  const base: Dict = { created: gateway.seconds(), model: input.model.id, id: gateway.id('hbr-chat-') };
  const output = Math.min(input.maxTokens, 17);
  const total = input.prompt + output;
  const usage: Dict = { total_tokens: total, completion_tokens: output, prompt_tokens: input.prompt };
  if (input.stream) {
    const chunk = (delta: Dict, reason: string | null): Frame => ({
      data: { ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] },
    });
    const list = [
      chunk({ role: 'assistant', content: '' }, null),
      ...words.map((content) => chunk({ content }, null)),
      chunk({}, 'stop'),
      { data: { ...base, object: 'chat.completion.chunk', choices: [], usage } },
      { data: '[DONE]' },
    ];
    const error = { event: 'error', data: { error: { code: 'stream_cut', message: 'The stream broke off.' } } };
    return streamed(call, script, list, error);
  }
  refuseCut(script);
  const choice: Dict = { finish_reason: 'stop', message: { content: words.join(''), role: 'assistant' }, index: 0 };
  const body: Dict = { usage, choices: [choice], ...base, object: gateway.rules.text.chatObject, served_by: 'harbor' };
  return { charge: true, answer: { status: 200, body } };
}

function chat(template: string, inPath: boolean): Operation {
  return paid<Input>({
    template,
    summary: 'Chat completion',
    range: TEXT_RANGE,
    arcRange: ARC_TEXT_RANGE,
    handles: ['cut'],
    parse: (call) => parse(call, inPath ? call.params.model : undefined),
    quote: (call, input) => textQuote(call.gateway, input.model, input.prompt, input.maxTokens),
    run,
  });
}

export const chatOperations = [chat('/api/v1/chat/completions', false), chat('/api/v1/chat/{model*}', true)];
