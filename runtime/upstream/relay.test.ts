/** Success is what the format of an answer says: bodies of providers whose status is 200. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../logging/log.ts';
import type { Reply } from '../operation/handler.ts';
import type { Route } from '../operation/operation.ts';
import { startProviders } from '../testing/providers.ts';
import { sendJson, startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { read } from '../values/json.ts';
import { anthropic } from './anthropic.ts';
import type { ModelCall } from './model-call.ts';
import { openAi } from './openai.ts';

type Api = 'chat' | 'responses' | 'messages' | 'images' | 'speech';

const providers = startProviders();
const message = { role: 'assistant', content: 'From the spare.' };
const usage = { prompt_tokens: 9, completion_tokens: 4 };
const good = {
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  output: [message],
  content: [message],
  data: [{ url: 'https://pictures.test/1' }],
  usage,
};

let first: TestUpstream;
let spare: TestUpstream;
beforeAll(async () => {
  first = await startUpstream(() => undefined);
  spare = await startUpstream((response, { url }) => {
    if (url === '/audio/speech') response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');
    else sendJson(response, good);
  });
});
afterEach(() => {
  spare.received.length = 0;
});
afterAll(() => Promise.all([first.close(), spare.close(), providers.close()]));

/** Asks the first provider, and the others where it fails. */
function ask(api: Api, others: readonly TestUpstream[] = [], route?: Route): Promise<Reply<never>> {
  const models = () => [first, ...others].map(({ url }) => ({ provider: providers.at(url), model: 'large-1' }));
  const call: ModelCall = { signal: new AbortController().signal, scripted: () => undefined, ...(route && { route }) };
  const adapters = { ...openAi(models), ...anthropic(models) };
  return adapters[api](call, { model: 'large-of-ours' });
}

const choice = (more: object) => ({
  choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop', ...more }],
});

describe('a body of status 200', () => {
  test.each<[string, Api, unknown, string]>([
    ['an error alone', 'chat', { error: { message: 'Provider returned error', code: 429 }, user_id: 'u' }, 'error'],
    ['an error as a text', 'chat', { error: 'overloaded', code: 'busy' }, 'error'],
    ['an error beside an answer', 'chat', { ...choice({}), error: { code: 502 } }, 'error'],
    ['an error in a choice', 'chat', choice({ error: { code: 502, message: 'x' } }), 'error'],
    ['an error in a message', 'chat', choice({ message: { content: '', error: { code: 1 } } }), 'error'],
    ['an object that is an error', 'chat', { object: 'error', message: 'no such model', code: 404 }, 'error'],
    ['a reason to finish that is an error', 'chat', choice({ finish_reason: 'error' }), 'failed'],
    ['a system without resources', 'chat', choice({ finish_reason: 'insufficient_system_resource' }), 'failed'],
    ['no choices', 'chat', { id: 'c', usage }, '`choices`'],
    // langfuse/langfuse-python#1741, openai/openai-agents-python#2850: what proxies answer that have met a limit.
    ['choices that are null', 'chat', { id: 'c', choices: null, usage }, '`choices`'],
    // keephq/keep#6715
    ['an empty list of choices', 'chat', { id: 'c', choices: [], usage }, '`choices`'],
    ['a choice that is null', 'chat', { choices: [null] }, '`choices`'],
    ['a status of its own', 'chat', { base_resp: { status_code: 1008, status_msg: 'no balance' } }, '`choices`'],
    ['a choice without a message', 'chat', { choices: [{ index: 0, finish_reason: 'stop' }] }, '`choices[].message`'],
    ['a list', 'chat', [choice({})], 'a JSON object'],
    ['a number that is none', 'chat', '{"choices":[{"message":{}}],"usage":{"prompt_tokens":NaN}}', 'than JSON'],
    ['a page', 'chat', '<html>Just a moment...</html>', 'than JSON'],
    ['nothing', 'chat', '', 'than JSON'],
    ['a failed response', 'responses', { status: 'failed', error: { code: 'server_error' }, output: [] }, 'error'],
    ['a failed response without an error', 'responses', { status: 'failed', error: null, output: [] }, 'failed'],
    ['a cancelled response', 'responses', { status: 'cancelled', output: [message] }, 'failed'],
    ['a response that has not ended', 'responses', { status: 'in_progress', output: [] }, 'incomplete'],
    ['a response without output', 'responses', { status: 'completed' }, '`output`'],
    ['a response with empty output', 'responses', { status: 'completed', output: [] }, '`output`'],
    ['an error of Anthropic', 'messages', { type: 'error', error: { type: 'overloaded_error' } }, 'error'],
    ['a message without content', 'messages', { type: 'message', content: null }, '`content`'],
    ['no images', 'images', { created: 1, data: [] }, '`data`'],
    ['images that are null', 'images', { created: 1, data: null }, '`data`'],
    ['an image without a picture', 'images', { data: [{ revised_prompt: 'x' }] }, '`data[].url`'],
    ['an error in place of images', 'images', { error: { code: 'moderation_blocked' } }, 'error'],
    ['an error in place of a recording', 'speech', { error: 'no credits' }, '`audio`'],
    ['an empty recording', 'speech', '', '`audio`'],
  ])('with %s is a failure, and the next model is tried', async (_, api, body, reason) => {
    first.respond = (response) => (typeof body === 'string' ? response.end(body) : sendJson(response, body));
    await expect(ask(api)).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining(reason) });
    const { relayed, bytes } = await ask(api, [spare]);
    expect(bytes ? Buffer.from(bytes.value).toString() : relayed).toEqual(
      bytes ? 'sound' : { ...good, ...named(relayed) },
    );
    expect(spare.received).toHaveLength(1);
  });

  test.each<[string, Api, object]>([
    ['an error that is null', 'chat', { ...choice({ error: null }), error: null }],
    ['fields that are not needed', 'chat', { ...choice({ index: null, logprobs: 7 }), created: 1.5, id: null, x: [] }],
    ['an answer that ends for want of tokens', 'chat', choice({ finish_reason: 'length', message: { content: null } })],
    ['a filtered answer', 'chat', choice({ finish_reason: 'content_filter', message: { content: '' } })],
    ['an incomplete response', 'responses', { status: 'incomplete', error: null, output: [] }],
    ['a response without a status', 'responses', { output: [message] }],
    ['a turn without a word', 'messages', { content: [], stop_reason: 'end_turn' }],
    ['an image as data', 'images', { data: [{ b64_json: 'aGk=' }] }],
  ])('with %s is an answer', async (_, api, body) => {
    first.respond = (response) => sendJson(response, body);
    expect(await ask(api)).toMatchObject({ status: 200, relayed: body });
  });

  test('keeps the digits of its numbers', async () => {
    const body =
      '{"choices":[{"message":{"n":18446744073709551615}}],"created":1.0,"usage":{"cost":1.40E-4,"prompt_tokens":9}}';
    first.respond = (response) => response.end(body);
    const { relayed, usage: row } = await ask('chat');
    expect([JSON.stringify(relayed), row]).toEqual([body, { model: 'large-of-ours', prompt_tokens: 9 }]);
  });
});

/** Answers are relayed under the name that the caller asked for. */
const named = (body: unknown) => (read(body, 'model') === undefined ? {} : { model: 'large-of-ours' });

describe('the usage of a call', () => {
  const meter: Route['meter'] = ({ response }) => {
    const tokens = read(response, 'usage', 'completion_tokens');
    if (typeof tokens !== 'number') throw new RangeError('A formula needs a whole number.');
    return { amount: BigInt(tokens), breakdown: {} };
  };
  const operation = { id: 'chat', summary: '', method: 'POST', contentTypes: [], settles: 'never' } as const;
  const metered: Route = { operation, path: '/', auth: 'key', conditions: [], limits: [], errors: {}, meter };
  const fractions = { prompt_tokens: 9, completion_tokens: 4, cost: 0.00014, queue_time: 0.018421, details: null };

  test.each<[string, object | null, object]>([
    ['fractions beside counts', fractions, { prompt_tokens: 9, completion_tokens: 4 }],
    ['nulls', { ...usage, prompt_tokens_details: null, cost: null }, usage],
    ['counts in objects', { ...usage, prompt_tokens_details: { cached_tokens: 3 } }, usage],
    ['texts and lists', { ...usage, tier: 'x', list: [1] }, usage],
    ['fractions alone', { completion_tokens: 14417.92 }, {}],
    ['nothing', null, {}],
  ])('with %s disturbs no call whose price does not read it', async (_, reported, row) => {
    first.respond = (response) => sendJson(response, { ...choice({}), usage: reported });
    expect((await ask('chat')).usage).toEqual({ model: 'large-of-ours', ...row });
  });

  test('is read as counts where the price reads it, and no other field is judged', async () => {
    first.respond = (response) => sendJson(response, { ...choice({}), usage: { ...fractions, prompt_tokens: -1 } });
    const { metered: report } = await ask('chat', [], metered);
    expect(report?.()).toMatchObject({
      usage: { completion_tokens: 4 },
      response: { usage: { completion_tokens: 4 } },
    });
  });

  test.each(['9007199254740992', '-4', '4.5', '1e300', '1e400', '"4"', 'null', '[4]', '{"total":4}'])(
    'of %s tokens is a failure that names the field',
    async (tokens) => {
      const body = `{"choices":[{"message":{}}],"usage":{"prompt_tokens":9,"completion_tokens":${tokens}}}`;
      first.respond = (response) => response.end(body);
      const message = expect.stringContaining('`usage.completion_tokens`');
      await expect(ask('chat', [], metered)).rejects.toMatchObject({ kind: 'failed', message });
      expect((await ask('chat', [spare], metered)).usage).toEqual({ model: 'large-of-ours', ...usage });
    },
  );
});

test('a usage that is missing or absurd is an alarm in the log of the operator', async () => {
  const alarms: unknown[] = [];
  const logging = startProviders({ ...silentLog, error: (...said: readonly unknown[]) => void alarms.push(said) });
  const meter: Route['meter'] = ({ response }) => {
    if (typeof read(response, 'usage', 'completion_tokens') !== 'number') throw new RangeError('No count.');
    return { amount: 1n, breakdown: {} };
  };
  const operation = { id: 'chat', summary: '', method: 'POST', contentTypes: [], settles: 'never' } as const;
  const route: Route = { operation, path: '/', auth: 'key', conditions: [], limits: [], errors: {}, meter };
  const call: ModelCall = { signal: new AbortController().signal, scripted: () => undefined, route };
  const chat = () => openAi(() => [{ provider: logging.at(first.url), model: 'm' }]).chat(call, { model: 'm' });
  for (const [index, tokens] of ['9007199254740993', '-1', 'null', '1e400'].entries()) {
    const body = `{"choices":[{"message":{}}],"usage":{"prompt_tokens":9,"completion_tokens":${tokens}}}`;
    first.respond = (response) => response.end(body);
    await expect(chat()).rejects.toMatchObject({ kind: 'failed' });
    expect(alarms).toHaveLength(index + 1);
  }
  await logging.close();
});

test('the words of a provider that failed are for its operator, and not for the caller', async () => {
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (...said: readonly unknown[]) => void logged.push(said) };
  const logging = startProviders(log);
  const ask = (stream: boolean) => {
    const call: ModelCall = { signal: new AbortController().signal, scripted: () => undefined };
    return openAi(() => [{ provider: logging.at(first.url), model: 'm' }]).chat(call, { model: 'm', stream });
  };
  const words = 'account 7 has no credit';
  const failing: readonly (readonly [boolean, TestUpstream['respond']])[] = [
    [false, (response) => sendJson(response, { error: { message: words } }, 403)],
    [false, (response) => sendJson(response, { error: { message: words } })],
    [true, (response) => response.end(`data: {"error":{"message":"${words}"}}\n\n`)],
    [true, (response) => response.end(`event: error\ndata: ${words}\n\n`)],
  ];
  for (const [stream, respond] of failing) {
    first.respond = respond;
    logged.length = 0;
    const failure: unknown = await ask(stream).catch((error: unknown) => error);
    expect(JSON.stringify([read(failure, 'fields'), String(failure)])).not.toContain(words);
    expect([logged.length, JSON.stringify(logged).includes(words)]).toEqual([1, true]);
  }
  await logging.close();
});

test.each<[string, unknown, number]>([
  ['its own failures', { error: { message: 'no capacity', code: 502 } }, 5],
  ['answers without content', { choices: [] }, 5],
  ['what its callers have caused', { error: { message: 'flagged', code: 403 } }, 8],
  ['requests that are invalid', { error: { message: 'no', type: 'invalid_request_error' } }, 8],
])('a provider is left alone after %s of status 200: %j', async (_, body, calls) => {
  first.respond = (response) => sendJson(response, body);
  first.received.length = 0;
  const provider = providers.at(first.url);
  const { chat } = openAi(() => [{ provider, model: 'large-1' }]);
  const call: ModelCall = { signal: new AbortController().signal, scripted: () => undefined };
  for (let index = 0; index < 8; index += 1) await expect(chat(call, { model: 'ours' })).rejects.toThrow();
  expect(first.received).toHaveLength(calls);
});
