import type { Client } from './client.ts';
import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const CHAT = '/v1/chat/completions';
const FLEX = 'northwind/nw-5.4-mini';
const RATE = { input: 0.75, output: 4.5 };
const messages = [{ role: 'user', content: 'hello there' }];
const plain = (more: object = {}) => ({ model: FLEX, messages, ...more });

/** Every probe works on a key of its own, so that balance and rows start from nothing. */
const rows = async (c: Client, key: string) => listAt((await c.keyed('GET', '/v1/usage', undefined, key)).body, 'rows');
const costs = async (c: Client, key: string) =>
  (await rows(c, key)).reduce<number>((sum, row) => sum + numberAt(row, 'cost_usd'), 0);
const balance = async (c: Client, key: string) => (await c.keyed('GET', '/v1/balance', undefined, key)).body;
const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;

async function chatCost(c: Client, body: object): Promise<{ cost: number; usage: unknown }> {
  const key = await c.newKey('50');
  const r = await c.keyed('POST', CHAT, body, key);
  return { cost: await costs(c, key), usage: at(r.body, 'usage') };
}
const expected = (usage: unknown, i: number, o: number) =>
  (numberAt(usage, 'prompt_tokens') * i + numberAt(usage, 'completion_tokens') * o) / 1e6;
const long = { messages: [{ role: 'user', content: 'word'.repeat(290_000) }], max_tokens: 20 };
const decide = (c: Client, key: string, questions: object) =>
  c.keyed('POST', '/v1/decide', { state: 'The kettle is on.', questions }, key);
const noul = { a: { type: 'noul', instructions: 'Is there tea?' } };

async function cutStream(c: Client, key: string): Promise<string> {
  await c.script('POST /v1/chat/completions', 'cut');
  return (await c.keyed('POST', CHAT, plain({ stream: true }), key)).text;
}

export const accountProbes: Record<string, Probe> = {
  'account-chat-fee': async (c) => {
    const { cost, usage } = await chatCost(c, plain());
    return near(cost, expected(usage, RATE.input, RATE.output));
  },
  'flex-halves-input-only': async (c) => {
    const { cost, usage } = await chatCost(c, plain({ service_tier: 'flex' }));
    return near(cost, expected(usage, RATE.input / 2, RATE.output / 2));
  },
  'flex-skips-long-context': async (c) => {
    const { cost, usage } = await chatCost(c, plain({ ...long, service_tier: 'flex' }));
    return numberAt(usage, 'prompt_tokens') > 272_000 && near(cost, expected(usage, RATE.input, RATE.output * 0.75));
  },
  'long-context-only-excess': async (c) => {
    const { cost, usage } = await chatCost(c, plain(long));
    return numberAt(usage, 'prompt_tokens') > 272_000 && near(cost, expected(usage, RATE.input * 2, RATE.output * 1.5));
  },
  'flex-bills-what-was-asked': async (c) => {
    await c.script('POST /v1/chat/completions', 'other_tier');
    const { cost, usage } = await chatCost(c, plain({ service_tier: 'flex' }));
    return near(cost, expected(usage, RATE.input, RATE.output));
  },
  'flex-stream-tier-unchecked': async (c) => {
    await c.script('POST /v1/chat/completions', 'no_tier');
    const r = await c.keyed('POST', CHAT, plain({ service_tier: 'flex', stream: true }));
    return r.status === 502 && at(r.body, 'code') === 'FLEX_TIER_UNCONFIRMED';
  },
  'flex-capacity-rate-limited': async (c) => {
    await c.script('POST /v1/chat/completions', 'capacity');
    const r = await c.keyed('POST', CHAT, plain({ service_tier: 'flex' }));
    return r.status === 429 && r.text.includes('resource_unavailable');
  },
  'flex-codex-admitted': async (c) => {
    const r = await c.keyed('POST', CHAT, { model: 'northwind/nw-5.3-codex', messages, service_tier: 'flex' });
    return r.status === 400 && at(r.body, 'code') === 'FLEX_TIER_UNSUPPORTED';
  },
  'cut-stream-charged': async (c) => {
    const key = await c.newKey('5');
    await cutStream(c, key);
    return (await costs(c, key)) === 0;
  },
  'cut-stream-looks-finished': async (c) => {
    const text = await cutStream(c, await c.newKey('5'));
    return !text.includes('[DONE]') && text.trim().split('\n').at(-1)?.includes('"error"') === true;
  },
  'responses-prefix-required': async (c) =>
    (await c.keyed('POST', '/v1/responses', { model: 'nw-5-mini', input: 'hi' })).status === 200,
  'messages-top-k-from-1': async (c) => {
    const status = async (top_k: number) =>
      (await c.keyed('POST', '/v1/messages', { model: 'larkspur/lark-haiku-4.5', messages, max_tokens: 9, top_k }))
        .status;
    return (await status(0)) === 200 && (await status(-1)) === 400;
  },
  'account-search-scales': async (c) => {
    const cost = async (max_results: number) => {
      const key = await c.newKey('50');
      await c.keyed('POST', '/v1/search', { query: 'tea', max_results }, key);
      return costs(c, key);
    };
    return near(await cost(50), await cost(1));
  },
  'video-202-quote-rounded': async (c) => {
    const key = await c.newKey('50');
    const r = await c.keyed(
      'POST',
      '/v1/videos/generations',
      { model: 'sedge/sedge-dance-2', prompt: 'a river', duration_seconds: 5 },
      key,
    );
    await c.event('video_job', textAt(r.body, 'id'), 'finished');
    await c.keyed('GET', textAt(r.body, 'poll_url'), undefined, key);
    return near(numberAt(r.body, 'price', 'amount'), await costs(c, key));
  },
  'today-is-24h': async (c) => {
    const key = await c.newKey('5');
    await decide(c, key, noul);
    const now = await c.now();
    // Just past the next midnight yesterday's row is still within 24 hours.
    await c.advance(Math.ceil((86_400_000 - (now % 86_400_000)) / 1000) + 60);
    const count = async (window: string) =>
      listAt((await c.keyed('GET', `/v1/usage?window=${window}`, undefined, key)).body, 'rows').length;
    return (await count('today')) === 0 && (await count('7d')) === 1;
  },
  'csv-first-ten-rows': async (c) => {
    const key = await c.newKey('5');
    for (let i = 0; i < 13; i += 1) await decide(c, key, noul);
    const csv = (await c.keyed('GET', '/v1/usage.csv', undefined, key)).text.trim().split('\r\n');
    return csv.length === 14 && (await rows(c, key)).length === 13;
  },
  'balance-ignores-reservations': async (c) => {
    const key = await c.newKey('50');
    await c.script('POST /v1/videos/generations', 'slow');
    const r = await c.keyed('POST', '/v1/videos/generations', { prompt: 'a river' }, key);
    const b = await balance(c, key);
    return (
      near(numberAt(b, 'open_reservations_usd'), numberAt(r.body, 'price', 'amount')) &&
      near(numberAt(b, 'available_usd'), 50 - numberAt(r.body, 'price', 'amount'))
    );
  },
  'failed-call-keeps-reservation': async (c) => {
    const key = await c.newKey('5');
    await c.script('POST /v1/chat/completions', 'fail');
    const r = await c.keyed('POST', CHAT, plain(), key);
    const b = await balance(c, key);
    return r.status === 502 && numberAt(b, 'available_usd') === 5 && numberAt(b, 'open_reservations_usd') === 0;
  },
  'decide-limit-shared': async (c) => {
    const [one, two] = [await c.newKey('0'), await c.newKey('0')];
    for (let i = 0; i < 40; i += 1) await Promise.all(Array.from({ length: 25 }, () => decide(c, one, noul)));
    return (await decide(c, one, noul)).status === 429 && (await decide(c, two, noul)).status === 200;
  },
  'decide-remaining-only-on-200': async (c) => {
    const r = await decide(c, await c.newKey('0'), {});
    return (
      r.status === 400 && r.headers.get('x-ratelimit-remaining') === '999' && r.headers.get('x-cedar-backend') !== null
    );
  },
  'decide-needs-balance': async (c) => (await decide(c, await c.newKey('0'), noul)).status === 200,
  'noul-criteria-refused': async (c) =>
    (await decide(c, await c.newKey('0'), { a: { ...noul.a, criteria: { true: 'there is', false: 'there is not' } } }))
      .status === 200,
};
