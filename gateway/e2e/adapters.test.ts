/** Handlers of a project of one's own, which use the adapters: official clients, a gateway, and real providers behind it. */

import Anthropic from '@anthropic-ai/sdk';
import { createGateway, type Gateway } from '@tollwright/runtime/gateway/create';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { textAt } from '@tollwright/runtime/testing/read';
import { sendEvents, sendJson, type TestUpstream } from '@tollwright/runtime/testing/upstream';
import { anthropic } from '@tollwright/runtime/upstream/anthropic';
import { modelsAt } from '@tollwright/runtime/upstream/models';
import { openAi } from '@tollwright/runtime/upstream/openai';
import { createProvider } from '@tollwright/runtime/upstream/provider';
import { jsonBytes } from '@tollwright/runtime/values/json';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import fc from 'fast-check';
import OpenAI from 'openai';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Handlers } from '#generated/handlers.ts';
import { accountHost } from '#generated/hosts/account.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { startModels } from '../testing/models.ts';

const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';
const key = 'sk_of_this_test';
const model = 'acme/large';
const messages = [{ role: 'user' as const, content: 'When does the sun rise?' }];

const counts = { input: 7, output: 5 };
let first: TestUpstream;
let second: TestUpstream;
let gateway: Gateway;
let accounts: Gateway;
let respond: TestUpstream['respond'];

/** The handlers as a project writes them: two models of one tier, and a provider with other names. */
function handlers(services: Services) {
  const at = (baseUrl: string) =>
    createProvider(services, { baseUrl, headers: { authorization: 'Bearer of-the-provider' } });
  const [one, two] = [at(`${first.url}/v1`), at(`${second.url}/v1`)];
  const ai = openAi(() => [
    { provider: one, model: 'large-1' },
    { provider: two, model: 'large-2' },
  ]);
  const claude = anthropic(modelsAt(one));
  return {
    'create-chat-completion': (call) => ai.chat(call, call.request),
    'create-response': (call) => ai.responses(call, call.request),
    'create-message': (call) => claude.messages(call, call.request),
    'generate-image': (call) => ai.images(call, call.request),
    'synthesize-speech': (call) => ai.speech(call, call.request),
  } satisfies Partial<Handlers>;
}

beforeAll(async () => {
  first = await startModels(counts);
  second = await startModels(counts);
  respond = first.respond;
});
beforeEach(async () => {
  const control = { token: 'control' };
  gateway = await createGateway({ host: baseHost, handlers, payTo, defaultBalance: 1_000_000_000n, control });
  accounts = await createGateway({ host: accountHost, handlers, payTo, apiKeys: [{ key, balance: 1_000_000_000n }] });
});
afterEach(async () => {
  await Promise.all([gateway.close(), accounts.close()]);
  for (const upstream of [first, second]) {
    upstream.respond = respond;
    upstream.received.length = 0;
  }
});
afterAll(() => Promise.all([first.close(), second.close()]));

/** The official paying fetch, to a gateway that is mounted as a fetch handler. */
function payingFetch(): typeof fetch {
  const client = new ExactEvmScheme(privateKeyToAccount(generatePrivateKey()));
  const inner: typeof fetch = (input, init) => gateway.fetch(new Request(input, init));
  return wrapFetchWithPaymentFromConfig(inner, { schemes: [{ network: 'eip155:8453', client }] });
}

const options = { apiKey: 'unused', maxRetries: 0 };
const openai = () => new OpenAI({ ...options, baseURL: 'http://gateway.test/api/v1', fetch: payingFetch() });
const claude = () => new Anthropic({ ...options, baseURL: 'http://gateway.test/api', fetch: payingFetch() });
const paid = async () => (await gateway.services.store.ledger.transfers()).length;
const text = 'The sun rises.';

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of stream) all.push(each);
  return all;
}

describe('a paid call of an official client', () => {
  test('completes a chat by the names of the gateway, with nothing of the caller but its request', async () => {
    const completion = await openai().chat.completions.create({ model, messages, n: 3, metadata: { a: 'b' } });
    expect(completion).toMatchObject({ model, choices: [{ message: { content: text } }], usage: { total_tokens: 12 } });
    const [received] = first.received;
    expect(received?.body).toEqual({ model: 'large-1', messages, max_tokens: 1024, stream: false });
    expect(received?.headers.authorization).toBe('Bearer of-the-provider');
    expect(received?.headers).not.toHaveProperty('payment-signature');
  });

  test('is bounded by what it is quoted for, whatever other bound the caller names', async () => {
    const quote = async (other: object) => {
      const body = JSON.stringify({ model, messages, ...other });
      const headers = { 'content-type': 'application/json' };
      const url = 'http://gateway.test/api/v1/chat/completions';
      const response = await gateway.fetch(new Request(url, { method: 'POST', headers, body }));
      return Number(textAt(await response.json(), 'price', 'amount'));
    };
    const others = { max_completion_tokens: 100_000, max_output_tokens: 100_000 };
    // The names of other bounds are bytes of the request, and add no tokens of an answer.
    expect(await quote(others)).toBeCloseTo(await quote({ max_tokens: 1024 }), 3);
    await openai().chat.completions.create({ model, messages, ...others });
    expect(first.received.at(-1)?.body).toEqual({ model: 'large-1', messages, max_tokens: 1024, stream: false });
  });

  test('gives tools to the model, and its calls of them back', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }];
    const { choices } = await openai().chat.completions.create({ model, messages, tools });
    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'weather' } }]);
    expect(first.received[0]?.body.tools).toEqual(tools);
  });

  test('gets structured output', async () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
    const response_format = { type: 'json_schema' as const, json_schema: { name: 'answer', schema } };
    const { choices } = await openai().chat.completions.create({ model, messages, response_format });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ ok: true });
    expect(first.received[0]?.body.response_format).toEqual(response_format);
  });

  test.each([true, false])('streams a chat, with the usage as a chunk of its own if it asks: %s', async (asks) => {
    const stream_options = asks ? { stream_options: { include_usage: true } } : {};
    const stream = await openai().chat.completions.create({ model, messages, stream: true, ...stream_options });
    const chunks = await collect(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(text);
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(asks ? 1 : 0);
    expect(new Set(chunks.map((chunk) => chunk.model))).toEqual(new Set([model]));
  });

  test('gets a response, whole and as a stream', async () => {
    const { output_text } = await openai().responses.create({ model, input: 'When?' });
    const stream = await openai().responses.create({ model, input: 'When?', stream: true });
    const events = await collect(stream);
    expect([output_text, events.at(-1)]).toMatchObject([text, { type: 'response.completed', response: { model } }]);
    expect(first.received.map(({ body }) => body.store)).toEqual([false, false]);
  });

  test('gets a message, whole and as a stream', async () => {
    const asked = { model: 'aria/verse', max_tokens: 16, messages };
    const whole = await claude().messages.create(asked);
    const streamed = await claude().messages.stream(asked).finalMessage();
    for (const message of [whole, streamed]) {
      expect(message).toMatchObject({ model: asked.model, content: [{ text }], usage: { output_tokens: 5 } });
    }
  });

  test('gets images and speech', async () => {
    const { data } = await openai().images.generate({ model: 'acme/img-a1', prompt: 'A kite.' });
    expect(data).toEqual([{ b64_json: 'aGk=' }]);
    const speech = await openai().audio.speech.create({ model: 'acme/flash', voice: 'sarah', input: 'Hi.' });
    expect([...new Uint8Array(await speech.arrayBuffer())]).toEqual([1, 2, 3]);
    expect(speech.headers.get('content-type')).toBe('audio/mpeg');
  });
});

describe('a failing provider', () => {
  const chat = () => openai().chat.completions.create({ model, messages });
  const stream = async () => collect(await openai().chat.completions.create({ model, messages, stream: true }));
  const failing: Readonly<Record<string, TestUpstream['respond']>> = {
    'returns an error': (response) => sendJson(response, {}, 500, { 'retry-after': '0' }),
    'has no capacity': (response) => sendJson(response, {}, 429, { 'retry-after': '60' }),
    'refuses its own key': (response) => sendJson(response, {}, 401),
    'does not know the model': (response) => sendJson(response, {}, 404),
    'breaks off': (response) => response.destroy(),
  };

  test.each(Object.keys(failing))(
    'that %s is replaced by the next model of its tier, for calls and streams',
    async (name) => {
      first.respond = failing[name] ?? respond;
      expect((await chat()).choices[0]?.message.content).toBe(text);
      expect(await stream()).not.toEqual([]);
      expect(second.received.map(({ body }) => body.model)).toEqual(['large-2', 'large-2']);
    },
  );

  test('that refuses the input is not, and nothing is charged', async () => {
    first.respond = (response) => sendJson(response, { error: { message: 'too long' } }, 400);
    const before = await paid();
    await expect(chat()).rejects.toThrow(/502/);
    expect([second.received, await paid()]).toEqual([[], before]);
  });

  test('that breaks a stream off ends it with an error, and nothing is charged', async () => {
    first.respond = (response) => sendEvents(response, ['data: {"choices":[{"delta":{"content":"The"}}]}'], true);
    const before = await paid();
    await expect(stream()).rejects.toThrow();
    expect(await paid()).toBe(before);
  });
});

test('the control API scripts what the adapters do', async () => {
  async function script(outcome: string): Promise<void> {
    const body = JSON.stringify({ route: 'POST /api/v1/chat/completions', outcome });
    const init = { method: 'POST', headers: { authorization: 'Bearer control' }, body };
    const response = await gateway.control?.fetch(new Request('http://control.test/control/v1/upstream', init));
    expect(response?.status).toBe(204);
  }
  const chat = (stream: boolean) => openai().chat.completions.create({ model, messages, stream });
  for (const [outcome, status] of Object.entries({
    fail: 502,
    reject: 502,
    timeout: 502,
    capacity: 429,
    unconfigured: 502,
  })) {
    await script(outcome);
    await expect(chat(true)).rejects.toMatchObject({ status });
    expect(first.received).toEqual([]);
  }
  await script('cut');
  const stream = await openai().chat.completions.create({ model, messages, stream: true });
  await expect(collect(stream)).rejects.toThrow();
  await expect(chat(false)).resolves.toMatchObject({ model });
});

/** Requests with all that a model reads: texts in any script, and tools with any keys and numbers. */
const request = fc.record({
  messages: fc.array(fc.record({ role: fc.constant('user'), content: fc.string({ unit: 'grapheme' }) })),
  max_tokens: fc.integer({ min: 1, max: 2_000 }),
  stream: fc.boolean(),
  tools: fc.array(fc.record({ type: fc.constant('function'), function: fc.dictionary(fc.string(), fc.jsonValue()) })),
  response_format: fc.dictionary(fc.string(), fc.jsonValue()),
});

describe('what is passed to a provider', () => {
  const route = accountHost.routes.find(({ operation }) => operation.id === 'create-chat-completion');
  /** The cost of a request that the provider got, where it counts a token for so many bytes and answers at full length. */
  function costOf(asked: object, bytesPerToken: number): bigint {
    const { messages: sent, tools, response_format, max_tokens } = first.received.at(-1)?.body ?? {};
    const bytes = Buffer.byteLength(JSON.stringify({ messages: sent, tools, response_format }));
    const usage = { prompt_tokens: Math.ceil(bytes / bytesPerToken), completion_tokens: Number(max_tokens) };
    // The calculator reads the request and the usage, which both have the form that it asks for.
    return (
      route?.meter?.({ request: { model, ...asked }, query: {}, params: {}, response: { usage } } as never).amount ??
      -1n
    );
  }
  const post = (asked: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, ...asked }),
  });

  test('costs at most what the call was quoted for, and what it reserves of an account', async () => {
    const [pay, sold] = [payingFetch(), 'http://gateway.test/api/v1/chat/completions'];
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        await (await pay(sold, post(asked))).text();
        const quote = (await gateway.services.store.ledger.transfers()).at(-1)?.amount ?? -1n;
        expect(quote).toBeGreaterThanOrEqual(costOf(asked, 4));

        await (await accounts.fetch(new Request('http://gateway.test/v1/chat/completions', post(asked)))).text();
        const reserved =
          route?.reserve?.({ request: { model, ...asked }, query: {}, params: {} } as never).amount ?? -1n;
        expect(reserved).toBeGreaterThanOrEqual(costOf(asked, 1));
      }),
      { numRuns: 40 },
    );
  });

  test('is priced by its size, wherever its text stands', async () => {
    const quote = async (asked: object) =>
      Number(
        textAt(
          await (await gateway.fetch(new Request('http://gateway.test/api/v1/chat/completions', post(asked)))).json(),
          'price',
          'amount',
        ),
      );
    const long = 'x'.repeat(100_000);
    const asText = await quote({ messages: [{ role: 'user', content: long }] });
    const asKey = await quote({ messages, tools: [{ type: 'function', function: { [long]: 1 } }] });
    const asNumbers = await quote({ messages, tools: [{ enum: Array.from({ length: 10_000 }, () => 1_234_567_890) }] });
    for (const hidden of [asKey, asNumbers]) expect(hidden).toBeGreaterThan(0.99 * asText);
  });
});

describe('a call that is charged by its usage', () => {
  const openai = new OpenAI({
    ...{ ...options, apiKey: key, baseURL: 'http://gateway.test/v1' },
    fetch: (input, init) => accounts.fetch(new Request(input, init)),
  });
  const spent = async () => (await accounts.services.store.accounts.findByKey(key))?.spent ?? 0n;

  test('costs what the generated calculator makes of the reported usage, and never more than was reserved', async () => {
    const route = accountHost.routes.find(({ operation }) => operation.id === 'create-chat-completion');
    const tokens = fc.integer({ min: 0, max: 3_000 });
    await fc.assert(
      fc.asyncProperty(tokens, tokens, fc.boolean(), async (input, output, stream) => {
        Object.assign(counts, { input, output });
        const usage = { prompt_tokens: input, completion_tokens: output };
        // The calculator reads the request and the usage, which both have the form that it asks for.
        const metered = {
          request: { model, messages, max_tokens: 1024 },
          query: {},
          params: {},
          response: { usage },
        } as never;
        const before = await spent();
        const answer = await openai.chat.completions.create({ model, messages, stream });
        if ('controller' in answer) await collect(answer);
        const asked = route?.meter?.(metered).amount ?? -1n;
        const reserved = route?.reserve?.(metered).amount ?? -1n;
        expect(await spent()).toBe(before + (asked < reserved ? asked : reserved));
      }),
      { numRuns: 25 },
    );
  });

  test('is neither delivered whole nor charged where the provider reports none', async () => {
    const choices = [{ index: 0, delta: { content: 'a' } }];
    const before = await spent();
    first.respond = (response) => sendEvents(response, [`data: ${JSON.stringify({ choices })}`, 'data: [DONE]']);
    const stream = await openai.chat.completions.create({ model, messages, stream: true });
    await expect(collect(stream)).rejects.toThrow();
    second.respond = first.respond = (response) => sendJson(response, { choices });
    await expect(openai.chat.completions.create({ model, messages })).rejects.toMatchObject({ status: 502 });
    expect(await spent()).toBe(before);
  });
});

describe('a stream that its caller leaves', () => {
  const asked = { model, messages, max_tokens: 1024, stream: true };
  const routeOf = (host: typeof baseHost) =>
    host.routes.find(({ operation }) => operation.id === 'create-chat-completion');
  const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  /** Lets the provider send a part of an answer and wait; resolves when its connection is closed. */
  function answering(): Promise<unknown> {
    const closed = Promise.withResolvers<void>();
    first.respond = (response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk('The sun ') + chunk('rises in the ') + chunk('east'));
    };
    return closed.promise;
  }
  /** Calls, reads the first event and hangs up. */
  async function leave(fetch: (request: Request) => Promise<Response>, url: string): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(asked) }));
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }

  test('is charged to an account for what was passed on, and the provider is stopped', async () => {
    const closed = answering();
    await leave((request) => accounts.fetch(request), 'http://gateway.test/v1/chat/completions');
    await closed;
    const usage = { prompt_tokens: Math.ceil(jsonBytes(asked) / 4), completion_tokens: 7 };
    // The calculator reads the request and the usage, which both have the form that it asks for.
    const metered = { request: asked, query: {}, params: {}, response: { usage } } as never;
    const price = routeOf(accountHost)?.meter?.(metered).amount;
    await expect.poll(async () => (await accounts.services.store.accounts.findByKey(key))?.spent).toBe(price);
    expect(price).toBeGreaterThan(0n);
  });

  test('is charged to a wallet at the price that it signed', async () => {
    const closed = answering();
    await leave(payingFetch(), 'http://gateway.test/api/v1/chat/completions');
    await closed;
    const quote = routeOf(baseHost)?.quote?.({ request: asked, query: {}, params: {} } as never).amount;
    await expect
      .poll(async () => (await gateway.services.store.ledger.transfers()).map(({ amount }) => amount))
      .toEqual([quote]);
  });
});
