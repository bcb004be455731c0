/** The two native text formats: messages, and responses with their background form. */
import type { TextModel } from './catalog.ts';
import { customs } from './customs.ts';
import { Form, isObj } from './form.ts';
import { law } from './law.ts';
import { cutShort, modelOf, type Prompt, speech, tokenCost, tokenFacts } from './text.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { type Background, now, seconds, token, world } from './world.ts';

const frame = (event: string, data: Obj) => `event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`;
const size = (value: unknown) => (value === undefined ? 0 : JSON.stringify(value).length);

function checkTurns(form: Form): void {
  for (const [at, item] of (form.list('messages', { must: true, min: 1 }) ?? []).entries()) {
    const field = `messages[${at}]`;
    if (!isObj(item)) form.bad(field, `${field} has to be an object`);
    else if (typeof item.role !== 'string' || !law.text.messageRoles.includes(item.role))
      form.bad(`${field}.role`, `${field}.role is unknown`);
    else if (Array.isArray(item.content)) {
      const wrong = item.content.some((block) => !isObj(block) || !law.text.blocks.includes(String(block.type)));
      if (wrong) form.bad(`${field}.content`, `${field}.content holds an unknown block`);
    } else if (typeof item.content !== 'string')
      form.bad(`${field}.content`, `${field}.content has to be text or blocks`);
  }
}

function checkSystem(form: Form): void {
  const { system } = form.source;
  if (system === undefined || typeof system === 'string') return;
  const fine =
    Array.isArray(system) && system.every((one) => isObj(one) && one.type === 'text' && typeof one.text === 'string');
  if (!fine) form.bad('system', 'system has to be text or an array of text blocks');
}

function readMessages(ask: Ask): Prompt {
  const form = new Form(ask.body);
  const model = modelOf(form, (one) => one.family === 'messages' || !law.text.messagesFamilyOnly);
  checkTurns(form);
  checkSystem(form);
  const output = form.integer('max_tokens', { must: true, min: 1 }) ?? 1;
  form.number('temperature', { min: 0, max: law.text.temperature.messages });
  form.number('top_p', { min: 0, max: 1 });
  form.integer('top_k', { min: customs.text.topKLeast });
  form.texts('stop_sequences');
  const stream = form.flag('stream') ?? false;
  if ((form.list('tools') ?? []).some((tool) => !isObj(tool))) form.bad('tools', 'tools has to hold objects');
  form.object('tool_choice');
  const metadata = form.object('metadata');
  if (metadata?.user_id !== undefined && typeof metadata.user_id !== 'string')
    form.bad('metadata.user_id', 'metadata.user_id has to be a string');
  form.done();
  const characters = size(form.source.messages) + size(form.source.system) + size(form.source.tools);
  return { model, input: law.text.tokensOf(characters), output, stream, body: form.source };
}

function messageFrames(shell: Obj, said: string[]): string[] {
  return [
    frame('message_start', { message: { ...shell, content: [], stop_reason: null } }),
    frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...said.map((word) => frame('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `${word} ` } })),
    frame('content_block_stop', { index: 0 }),
    frame('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: said.length },
    }),
    frame('message_stop', {}),
  ];
}

async function messages(prompt: Prompt, deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal);
  if (outcome === 'empty' || (outcome === 'cut' && !prompt.stream)) throw failed();
  const said = speech(prompt.output);
  const shell = {
    id: `msg_${token()}`,
    type: 'message',
    role: 'assistant',
    model: prompt.model.id,
    content: [{ type: 'text', text: said.join(' ') }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { output_tokens: said.length, input_tokens: prompt.input },
  };
  if (!prompt.stream) return ok(shell);
  const frames = messageFrames(shell, said);
  if (outcome !== 'cut') return { status: 200, frames };
  return cutShort(frames, frame('error', { error: { type: 'api_error', message: 'The stream was cut.' } }));
}

function readResponses(ask: Ask): Prompt {
  const form = new Form(ask.body);
  const model = modelOf(form, (one: TextModel) => one.family === 'responses', 'quartzite/');
  const { input } = form.source;
  if (input === undefined) form.bad('input', 'input is required');
  else if (Array.isArray(input)) {
    if (input.some((item) => !isObj(item) || !customs.text.inputItem(item)))
      form.bad('input', 'input has to hold objects');
  } else if (typeof input !== 'string') form.bad('input', 'input has to be text or an array of items');
  form.text('instructions');
  const output = customs.text.bound(form.integer('max_output_tokens', { min: 1 }), law.text.usualOutput);
  const stream = form.flag('stream') ?? false;
  if ((form.list('tools') ?? []).some((tool) => !isObj(tool))) form.bad('tools', 'tools has to hold objects');
  form.object('reasoning');
  form.texts('include');
  form.object('text');
  form.number('temperature', { min: 0, max: law.text.temperature.responses });
  form.number('top_p', { min: 0, max: 1 });
  form.flag('background');
  form.done();
  const characters = size(input) + size(form.source.instructions) + size(form.source.tools);
  return { model, input: law.text.tokensOf(characters), output, stream, body: form.source };
}

function responseBody(prompt: Prompt, said: string[]): Obj {
  return {
    id: `resp_${token(12)}`,
    object: 'response',
    created_at: seconds(),
    status: 'completed',
    error: null,
    background: prompt.body.background === true,
    model: prompt.model.id,
    output: [
      {
        id: `msg_${token()}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: said.join(' '), annotations: [] }],
      },
    ],
    usage: { input_tokens: prompt.input, output_tokens: said.length, total_tokens: prompt.input + said.length },
  };
}

/** The native events of a finished response. */
function responseFrames(body: Obj): string[] {
  const begun = { ...body, status: 'in_progress', output: [] };
  const [item] = body.output as { id: string; content: { text: string }[] }[];
  const at = { item_id: item?.id, output_index: 0, content_index: 0 };
  const said = (item?.content[0]?.text ?? '').split(' ');
  const events: [string, Obj][] = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
    ['response.output_item.added', { output_index: 0, item: { ...item, content: [], status: 'in_progress' } }],
    ['response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } }],
    ...said.map((word): [string, Obj] => ['response.output_text.delta', { ...at, delta: `${word} ` }]),
    ['response.output_text.done', { ...at, text: said.join(' ') }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: body }],
  ];
  return events.map(([event, data], sequence_number) => frame(event, { sequence_number, ...data }));
}

async function responses(prompt: Prompt, deal: Deal): Promise<Reply> {
  const background = prompt.body.background === true;
  const { outcome, detail } = await reach(deal, {
    fail: (given) => (background && given.stage === 'run' ? undefined : failed()),
    ...(background ? { slow: () => undefined } : {}),
  });
  if (outcome === 'empty' || (outcome === 'cut' && !prompt.stream)) throw failed();
  const body = responseBody(prompt, speech(prompt.output));
  if (background) {
    const wait = outcome === 'slow' ? Number(detail.seconds ?? 60) : 0;
    const kept: Background = { id: String(body.id), done: now() + wait * 1000, state: 'running', body };
    if (outcome === 'fail') kept.state = 'failed';
    world.backgrounds.set(kept.id, kept);
    const begun = { ...body, status: law.text.backgroundState, output: [], usage: null };
    if (!prompt.stream) return { ...ok(begun), unpaid: !customs.text.settlesBackground };
  }
  if (!prompt.stream) return ok(body);
  const frames = responseFrames(body);
  if (outcome !== 'cut') return { status: 200, frames };
  if (!customs.text.tellsCut) return { status: 200, unpaid: true, frames: frames.slice(0, 3) };
  return cutShort(frames, frame('error', { code: 'server_error', message: 'The stream was cut.', param: null }));
}

/** The state of a background response at this moment. */
function stateOf(kept: Background): Background['state'] {
  if (kept.state === 'running' && kept.done !== null && now() >= kept.done) kept.state = 'completed';
  return kept.state;
}

function shown(kept: Background): Obj {
  const state = stateOf(kept);
  if (state === 'completed') return kept.body;
  const status = state === 'running' ? 'in_progress' : state;
  const error = state === 'failed' ? { code: 'server_error', message: 'The provider failed.' } : null;
  return { ...kept.body, status, error, output: [], usage: null };
}

function kept(ask: Ask): Background {
  const found = world.backgrounds.get(ask.params.id ?? '');
  if (found) return found;
  throw new Refusal(404, { error: 'Response not found', message: 'No background response has this id.' });
}

async function* attached(found: Background): AsyncGenerator<string> {
  const frames = responseFrames(found.body);
  yield* frames.slice(0, 2);
  for (let turns = 0; stateOf(found) === 'running' && turns < 600; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const state = stateOf(found);
  if (state === 'completed') yield* frames.slice(2);
  else if (state !== 'running') yield frame(`response.${state}`, { sequence_number: 2, response: shown(found) });
}

const price = (prompt: Prompt) => tokenCost(prompt).total;

export const nativeRows: Row[] = [
  row({ on: 'POST /api/v1/messages', upstream: true, read: readMessages, price, tell: tokenFacts, effect: messages }),
  row({
    on: 'POST /api/v1/responses',
    upstream: true,
    read: readResponses,
    price,
    tell: tokenFacts,
    effect: responses,
  }),
  row({
    on: 'GET /api/v1/responses/{id}',
    read: kept,
    effect: (found, { ask }) =>
      ask.query.get('stream') === 'true' ? { status: 200, frames: attached(found) } : ok(shown(found)),
  }),
  row({
    on: 'POST /api/v1/responses/{id}/cancel',
    form: 'any',
    read: kept,
    effect: (found) => {
      if (stateOf(found) === 'running' && law.text.cancels) found.state = 'cancelled';
      return ok(shown(found));
    },
  }),
];
