/** Chat completions and their variants: reading, token price, answer and stream. */
import { type TextModel, textModel, textModels } from './catalog.ts';
import { Form, isObj } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, dollars, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { seconds, token, world } from './world.ts';

export interface Prompt {
  model: TextModel;
  input: number;
  output: number;
  stream: boolean;
  body: Obj;
}

const words = 'The quarry opens at dawn and the first cart of grey stone rolls down the long track to the mill'.split(
  ' ',
);

/** What the made-up model says: never more tokens than were bought. */
export function speech(tokens: number): string[] {
  return words.slice(0, Math.max(1, Math.min(words.length, tokens)));
}

export function tokenCost(prompt: Prompt): { input: number; output: number; margin: number; total: number } {
  const input = Math.ceil((prompt.input * prompt.model.input) / 1000);
  const output = Math.ceil((prompt.output * prompt.model.output) / 1000);
  const margin = Math.ceil((input + output) * law.text.margin);
  return { input, output, margin, total: input + output + margin + law.text.fee };
}

export function tokenFacts(prompt: Prompt): Obj {
  const cost = tokenCost(prompt);
  return {
    priceFacts: {
      breakdown: {
        margin: dollars(cost.margin),
        outputCost: dollars(cost.output),
        inputCost: dollars(cost.input),
        fee: dollars(law.text.fee),
      },
    },
  };
}

export function modelOf(form: Form, allowed: (model: TextModel) => boolean, prefix = ''): TextModel {
  const id = form.text('model', { must: true }) ?? '';
  const model = textModel.get(id) ?? (law.text.responsesPrefixFree ? textModel.get(prefix + id) : undefined);
  if (model !== undefined && allowed(model)) return model;
  if (form.details.every((detail) => detail.field !== 'model')) form.bad('model', `model ${id} is not served here`);
  return textModels[0] as TextModel;
}

function chatMessages(form: Form): number {
  let characters = 0;
  for (const [at, item] of (form.list('messages', { must: true, min: 1 }) ?? []).entries()) {
    const field = `messages[${at}]`;
    if (!isObj(item)) form.bad(field, `${field} has to be an object`);
    else if (typeof item.role !== 'string' || !law.text.roles.includes(item.role))
      form.bad(`${field}.role`, `${field}.role is unknown`);
    else if (typeof item.content !== 'string') form.bad(`${field}.content`, `${field}.content has to be a string`);
    else characters += [...item.content].length;
  }
  return characters;
}

function readChat(ask: Ask): Prompt {
  const body = isObj(ask.body) && ask.params.model !== undefined ? { ...ask.body, model: ask.params.model } : ask.body;
  const form = new Form(body);
  const model = modelOf(form, () => true);
  const characters = chatMessages(form);
  const { least, most, usual } = law.text.maxTokens;
  const output = form.integer('max_tokens', { min: least, max: most }) ?? usual;
  form.number('temperature', { min: 0, max: law.text.temperature.chat });
  form.number('top_p');
  const stream = form.flag('stream') ?? false;
  if (form.has('service_tier')) form.bad('service_tier', 'service_tier is for the account host');
  form.done();
  return { model, input: law.text.tokensOf(characters), output, stream, body: form.source };
}

/** Frames of a stream, cut by an error event where the upstream breaks off. */
export function cutShort(frames: string[], error: string): Reply {
  return {
    status: 200,
    unpaid: true,
    frames: [...frames.slice(0, 2), error],
  };
}

function chatFrames(id: string, prompt: Prompt, said: string[], usage: Obj): string[] {
  const chunk = (choice: Obj, extra: Obj = {}) =>
    `data: ${JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: seconds(),
      model: prompt.model.id,
      choices: [{ index: 0, finish_reason: null, ...choice }],
      ...extra,
    })}\n\n`;
  return [
    chunk({ delta: { role: 'assistant', content: '' } }),
    ...said.map((word) => chunk({ delta: { content: `${word} ` } })),
    chunk({ delta: {}, finish_reason: 'stop' }, { usage }),
    law.text.bareDone,
  ];
}

async function chat(prompt: Prompt, deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal);
  if (outcome === 'empty' || (outcome === 'cut' && !prompt.stream)) throw failed();
  const said = speech(prompt.output);
  const id = `chatcmpl-${token()}`;
  const usage = {
    total_tokens: prompt.input + said.length,
    completion_tokens: said.length,
    prompt_tokens: prompt.input,
  };
  if (prompt.stream) {
    const frames = chatFrames(id, prompt, said, usage);
    const error = { error: { type: 'upstream_error', message: 'The stream was cut.' } };
    if (outcome === 'cut') return cutShort(frames, `event: error\ndata: ${JSON.stringify(error)}\n\n`);
    return { status: 200, frames };
  }
  return ok({
    usage,
    choices: [{ finish_reason: 'stop', message: { content: said.join(' '), role: 'assistant' }, index: 0 }],
    model: prompt.model.id,
    created: seconds(),
    object: 'chat.completion',
    id,
    system_fingerprint: 'quarry',
  });
}

function readNative(ask: Ask): Prompt {
  const form = new Form(isObj(ask.body) ? { ...ask.body, model: ask.params.model } : ask.body);
  const model = modelOf(form, () => true);
  form.done();
  const characters = JSON.stringify(form.source).length;
  const config = isObj(form.source.generationConfig) ? form.source.generationConfig : {};
  const output = typeof config.maxOutputTokens === 'number' ? config.maxOutputTokens : law.text.maxTokens.usual;
  return { model, input: law.text.tokensOf(characters), output, stream: false, body: form.source };
}

async function native(prompt: Prompt, deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
  const said = speech(prompt.output);
  return ok({
    modelVersion: prompt.model.id,
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: said.join(' ') }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: prompt.input, candidatesTokenCount: said.length },
  });
}

const priceOf = (prompt: Prompt) => tokenCost(prompt).total;

export const textRows: Row[] = [
  row({
    on: 'POST /api/v1/chat/completions',
    upstream: true,
    read: readChat,
    price: priceOf,
    tell: tokenFacts,
    effect: chat,
  }),
  row({
    on: 'POST /api/v1/chat/{model...}',
    upstream: true,
    read: readChat,
    price: priceOf,
    tell: tokenFacts,
    effect: chat,
  }),
  row({
    on: 'POST /api/v1beta/models/{model...}:generateContent',
    upstream: true,
    read: readNative,
    price: priceOf,
    tell: tokenFacts,
    guard: (_prompt, payer) => {
      if (world.allowed.has(payer) || !law.text.allowlistOnly) return;
      throw new Refusal(403, { error: 'Forbidden', message: 'This passthrough is for allowlisted enterprise payers.' });
    },
    effect: native,
  }),
];
