import { at, fieldsAt, listAt, numberAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Received } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const key = 'key-of-tests';
const headers = { authorization: `Bearer ${key}` };
const chat = { model: 'acme/flex', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 40 };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'account', apiKeys: [{ key, balance: 10_000_000n }] });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const post = (path: string, body: unknown) => gateway.send('POST', path, { body, headers });
const get = (path: string) => gateway.send('GET', path, { headers });
const complete = (more: object = {}) => post('/v1/chat/completions', { ...chat, ...more });
const direct = (outcome: string, route = 'POST /v1/chat/completions', detail = {}) =>
  gateway.control('POST', '/upstream', { route, outcome, detail });

/** Whole micro-USD that a chat costs by its usage, rounded up: rates are USD for a million tokens. */
function costOf({ json }: Received, rates: { input: number; output: number }, factor = 1): number {
  const input = numberAt(json, 'usage', 'prompt_tokens') * rates.input;
  const output = numberAt(json, 'usage', 'completion_tokens') * rates.output;
  return Math.ceil((input + output) * factor);
}
const micro = (usd: string) => Math.round(Number(usd) * 1_000_000);
const spent = async () => micro(textAt((await get('/v1/balance')).json, 'spent'));

describe('chat on the account host', () => {
  test('charges exactly what was used', async () => {
    const answer = await complete();
    expect(answer.status).toBe(200);
    expect(at(answer.json, 'service_tier')).toBeUndefined();
    expect(await spent()).toBe(costOf(answer, { input: 1.25, output: 10 }));
  });

  test('charges a stream what its last chunk reports', async () => {
    const stream = await complete({ stream: true });
    const last = JSON.parse(stream.events.at(-2) ?? '');
    expect(await spent()).toBe(costOf({ ...stream, json: last }, { input: 1.25, output: 10 }));
  });

  test.each([
    ['chat/completions', { ...chat, stream: true }],
    ['messages', { ...chat, model: 'aria/verse' }],
    ['responses', { model: 'acme/flex', input: 'Say hello.' }],
    ['audio/speech', { input: 'Hello.' }],
    ['audio/speech', { model: 'acme/prompt-directed', input: 'Hello.' }],
  ])('refuses calls of %s that the balance may not cover, however slow they are', async (path, body) => {
    const { json } = await gateway.control('POST', '/keys', { balance_usd: '0.000001' });
    const poor = { authorization: `Bearer ${textAt(json, 'api_key')}` };
    await gateway.control('POST', '/upstream', { route: `POST /v1/${path}`, outcome: 'slow', times: 40 });
    const sends = Array.from({ length: 40 }, () => gateway.send('POST', `/v1/${path}`, { body, headers: poor }));
    for (const { status } of await Promise.all(sends)) expect(status).toBe(402);
    const balance = await gateway.send('GET', '/v1/balance', { headers: poor });
    expect(balance.json).toMatchObject({ available: '0.000001', spent: '0', reserved: '0' });
  });

  test('halves the price of flex and says that it served it', async () => {
    const answer = await complete({ service_tier: 'flex' });
    expect(at(answer.json, 'service_tier')).toBe('flex');
    expect(await spent()).toBe(costOf(answer, { input: 1.25, output: 10 }, 0.5));
  });

  test('bills another tier as the one that was reported', async () => {
    await direct('other_tier');
    const answer = await complete({ service_tier: 'flex' });
    expect(at(answer.json, 'service_tier')).toBe('default');
    expect(await spent()).toBe(costOf(answer, { input: 1.25, output: 10 }));
  });

  test.each([false, true])('refuses flex that the provider does not confirm (stream: %s)', async (stream) => {
    await direct('no_tier');
    const answer = await complete({ service_tier: 'flex', stream });
    expect([answer.status, at(answer.json, 'code')]).toEqual([502, 'FLEX_TIER_UNCONFIRMED']);
    expect(await spent()).toBe(0);
  });

  test('refuses flex without capacity, unlike a full standard pool', async () => {
    await direct('capacity');
    const flex = await complete({ service_tier: 'flex' });
    expect([flex.status, at(flex.json, 'code')]).toEqual([429, 'resource_unavailable']);
    await direct('capacity');
    const standard = await complete();
    expect([standard.status, at(standard.json, 'code')]).toEqual([429, 'RATE_LIMITED']);
    expect(at((await get('/v1/usage')).json, 'data')).toEqual([]);
  });

  test.each(['acme/4.1', 'acme/gpt-oss'])('refuses flex for %s', async (model) => {
    const answer = await complete({ model, service_tier: 'flex' });
    expect([answer.status, at(answer.json, 'code')]).toEqual([400, 'FLEX_TIER_UNSUPPORTED']);
  });

  test('reprices the whole of a long request, at half for flex', async () => {
    const long = (characters: number, more = {}) =>
      complete({ model: 'acme/long', messages: [{ role: 'user', content: 'x'.repeat(characters) }], ...more });

    const at = await long(272_000 * 4);
    expect(await spent()).toBe(costOf(at, { input: 2, output: 8 }));
    const before = await spent();
    const above = await long(272_000 * 4 + 1);
    expect((await spent()) - before).toBe(costOf(above, { input: 4, output: 12 }));
    const middle = await spent();
    const flex = await long(272_000 * 4 + 1, { service_tier: 'flex' });
    expect((await spent()) - middle).toBe(costOf(flex, { input: 4, output: 12 }, 0.5));
  });

  test('does not charge a cut stream', async () => {
    await direct('cut');
    const stream = await complete({ stream: true });
    expect(JSON.parse(stream.events.at(-1) ?? '')).toHaveProperty('error');
    expect(await spent()).toBe(0);
    expect(at((await get('/v1/usage')).json, 'data')).toEqual([]);
  });
});

describe('image jobs on the account host', () => {
  test('are charged by the first finished poll', async () => {
    const job = await post('/v1/images/generations', { model: 'ember/img-e', prompt: 'A kite' });
    expect(job.status).toBe(202);
    expect((await get('/v1/balance')).json).toMatchObject({ spent: '0', reserved: '0.04725' });
    await gateway.control('POST', '/events', { machine: 'image_job', id: at(job.json, 'id'), event: 'finished' });
    expect(at((await get(textAt(job.json, 'poll_url'))).json, 'payment', 'status')).toBe('settled');
    expect(at((await get(textAt(job.json, 'poll_url'))).json, 'payment', 'status')).toBe('already_settled');
    expect((await get('/v1/balance')).json).toMatchObject({ spent: '0.04725', reserved: '0' });
  });

  test('are hidden from other keys', async () => {
    const job = await post('/v1/images/generations', { model: 'ember/img-e', prompt: 'A kite' });
    const other = at((await gateway.control('POST', '/keys', { balance_usd: '1' })).json, 'api_key');
    const answer = await gateway.send('GET', textAt(job.json, 'poll_url'), {
      headers: { authorization: `Bearer ${other}` },
    });
    expect(answer.status).toBe(404);
  });
});

describe('usage', () => {
  test('has a row for each request, with the tier only where it is not the standard one', async () => {
    const plain = await complete();
    await complete({ service_tier: 'flex' });
    await post('/v1/search', { query: 'kites' });
    const { data } = fieldsAt((await get('/v1/usage?window=24h')).json);
    expect(data).toMatchObject([
      {
        endpoint: 'POST /v1/chat/completions',
        model: 'acme/flex',
        prompt_tokens: at(plain.json, 'usage', 'prompt_tokens'),
      },
      { endpoint: 'POST /v1/chat/completions', service_tier: 'flex' },
      { endpoint: 'POST /v1/search', cost: '0.25' },
    ]);
    expect(at(data, 0)).not.toHaveProperty('service_tier');
  });

  test('exports the same rows as CSV', async () => {
    await complete();
    await complete({ service_tier: 'flex' });
    const data = listAt((await get('/v1/usage')).json, 'data');
    const csv = await get('/v1/usage.csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [heading = '', ...lines] = csv.text.trimEnd().split('\n');
    const columns = heading.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell])));
    expect(rows).toMatchObject(
      data.map((row) =>
        Object.fromEntries(Object.entries(fieldsAt(row)).map(([name, value]) => [name, String(value)])),
      ),
    );
  });

  test('is totalled per day, model, endpoint and key', async () => {
    await complete();
    await complete();
    await post('/v1/search', { query: 'kites' });
    const { json } = await get('/v1/usage/summary?window=today');
    const total = { requests: 3, cost: at((await get('/v1/balance')).json, 'spent') };
    expect(json).toMatchObject({
      total,
      days: [total],
      models: [
        { model: 'acme/flex', requests: 2 },
        { model: null, requests: 1 },
      ],
      endpoints: [{ requests: 2 }, { requests: 1 }],
      keys: [total],
    });
  });

  test('is limited to the requested span', async () => {
    await complete();
    await gateway.control('POST', '/clock', { advance_seconds: 3 * 86_400 });
    const count = async (query: string) => listAt((await get(`/v1/usage?${query}`)).json, 'data').length;
    expect(await count('window=24h')).toBe(0);
    expect(await count('window=today')).toBe(0);
    expect(await count('window=7d')).toBe(1);
    const now = textAt((await gateway.control('GET', '/clock')).json, 'now');
    expect(await count(`from=${encodeURIComponent(now)}`)).toBe(0);
    expect(await count(`from=0&to=${Math.floor(Date.parse(now) / 1000)}`)).toBe(1);
    expect((await get('/v1/usage?from=yesterday')).status).toBe(400);
  });

  test('shows an account nothing of another', async () => {
    await complete();
    const other = at((await gateway.control('POST', '/keys', { balance_usd: '1' })).json, 'api_key');
    const { json } = await gateway.send('GET', '/v1/usage', { headers: { authorization: `Bearer ${other}` } });
    expect(at(json, 'data')).toEqual([]);
  });
});

describe('decide', () => {
  const body = {
    state: 'The parcel was delivered on Tuesday.',
    questions: {
      delivered: { type: 'noul', instructions: 'The parcel was delivered.' },
      day: { type: 'choice', instructions: 'It came on', criteria: { monday: 'Monday', tuesday: 'Tuesday' } },
      speed: { type: 'score', instructions: 'How fast?', criteria: ['slow', 'normal', 'fast'] },
    },
  };

  test('answers each question by its type and sums shares to one', async () => {
    const { status, json, headers: answered } = await post('/v1/decide', body);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      model: expect.any(String),
      answers: {
        delivered: { type: 'noul', noul: expect.any(Number) },
        day: { type: 'choice', choice: expect.stringMatching(/^(mon|tues)day$/), confidence: expect.any(Number) },
        speed: { type: 'score', legend: { 0: 'slow', 1: 'normal', 2: 'fast' } },
      },
    });
    const probability = (day: string) => numberAt(json, 'answers', 'day', 'probabilities', day);
    const [monday, tuesday] = [probability('monday'), probability('tuesday')];
    expect(Math.round((monday + tuesday) * 1e6)).toBe(1e6);
    expect(at(json, 'answers', 'day', 'confidence')).toBe(Math.max(monday, tuesday));
    expect(Object.keys(fieldsAt(json, 'answers', 'speed', 'probabilities'))).toEqual(['0', '1', '2']);
    expect(answered.get('x-ai-gateway-backend')).toBe('simulated');
  });

  test('counts down the remaining requests, on refusals too, and requires no balance', async () => {
    const poor = at((await gateway.control('POST', '/keys', { balance_usd: '0' })).json, 'api_key');
    const request = (sent: unknown) =>
      gateway.send('POST', '/v1/decide', { body: sent, headers: { authorization: `Bearer ${poor}` } });
    const answers = [await request(body), await request({ ...body, questions: {} }), await request(body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(answers.map((answer) => answer.headers.get('x-ratelimit-remaining'))).toEqual(['999', '998', '997']);
  });

  test('answers 429 to the call after the thousandth of an hour, and says when to retry', async () => {
    const judge = () => post('/v1/decide', { ...body, questions: { delivered: body.questions.delivered } });
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, judge));
    const refused = await judge();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await gateway.control('POST', '/clock', { advance_seconds: 3600 });
    expect((await judge()).status).toBe(200);
  });
});
