import { at, itemWith, listAt, numberAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const chat = '/api/v1/chat/completions';
const body = { model: 'acme/large', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 32 };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const direct = (outcome: string, route = `POST ${chat}`) => gateway.control('POST', '/upstream', { route, outcome });

describe('create-chat-completion', () => {
  test('answers in the OpenAI format and settles the quote', async () => {
    const answer = await gateway.pay('POST', chat, { body });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id: expect.stringMatching(/^chatcmpl/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'acme/large',
      choices: [
        { index: 0, message: { role: 'assistant', content: expect.any(String) }, finish_reason: expect.any(String) },
      ],
    });
    const tokens = (what: string) => numberAt(answer.json, 'usage', `${what}_tokens`);
    expect(tokens('completion')).toBeLessThanOrEqual(32);
    expect(tokens('total')).toBe(tokens('prompt') + tokens('completion'));
    expect(await gateway.settled()).toHaveLength(1);
  });

  test('streams chunks that join to the same text, and ends them with [DONE]', async () => {
    const whole = await gateway.pay('POST', chat, { body });
    const stream = await gateway.pay('POST', chat, { body: { ...body, stream: true } });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.events.at(-1)).toBe('[DONE]');

    const chunks = stream.events.slice(0, -1).map((event) => JSON.parse(event));
    expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['chat.completion.chunk']));
    expect(chunks[0].choices[0].delta.role).toBe('assistant');
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe(
      at(whole.json, 'choices', 0, 'message', 'content'),
    );
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: expect.any(String) }],
      usage: at(whole.json, 'usage'),
    });
    expect(await gateway.settled()).toHaveLength(2);
  });

  test('ends a cut stream with an error event and charges nothing', async () => {
    await direct('cut');
    const stream = await gateway.pay('POST', chat, { body: { ...body, stream: true } });
    expect(stream.status).toBe(200);
    expect(stream.events.length).toBeGreaterThan(1);
    expect(JSON.parse(stream.events.at(-1) ?? '')).toHaveProperty('error');
    expect(stream.events).not.toContain('[DONE]');
    expect(await gateway.settled()).toEqual([]);
  });

  test.each([
    ['fail', 502],
    ['reject', 502],
    ['timeout', 502],
    ['unconfigured', 502],
    ['capacity', 429],
    ['cut', 502],
  ])('charges nothing when the outcome of the provider is %s', async (outcome, status) => {
    await direct(outcome);
    expect((await gateway.pay('POST', chat, { body })).status).toBe(status);
    expect(await gateway.settled()).toEqual([]);
  });

  test.each(['fail', 'capacity'])('responds with an error status where a stream cannot begin (%s)', async (outcome) => {
    await direct(outcome);
    const answer = await gateway.pay('POST', chat, { body: { ...body, stream: true } });
    expect(answer.status).toBe(outcome === 'fail' ? 502 : 429);
    expect(answer.headers.get('content-type')).toMatch(/json/);
  });
});

test('an unknown model is refused with the request that lists those that exist', async () => {
  const { status, json } = await gateway.send('POST', chat, { body: { ...body, model: 'acme/none' } });
  expect([status, at(json, 'message')]).toEqual([400, '`model` must be one that `GET /models` lists.']);
});

describe('create-chat-completion-for-model', () => {
  const { model, ...rest } = body;

  test.each([`/api/v1/chat/${model}`, `/api/v1/chat/${encodeURIComponent(model)}`])('answers at %s', async (path) => {
    const answer = await gateway.pay('POST', path, { body: rest });
    expect(answer.status).toBe(200);
    expect(at(answer.json, 'model')).toBe(model);
  });
});

describe('list-models', () => {
  test('lists names, limits, categories and prices per token', async () => {
    const { json } = await gateway.send('GET', '/api/v1/models');
    expect(itemWith(listAt(json, 'data'), 'id', 'acme/large')).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      context_window: 128000,
      max_output: 128000,
      categories: ['chat', 'coding', 'vision'],
      pricing: { input: '0.0000025', output: '0.00001', currency: 'USD', unit: 'token' },
    });
  });
});
