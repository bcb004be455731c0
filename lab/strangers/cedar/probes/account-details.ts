import type { Client } from './client.ts';
import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const SPEECH = '/v1/audio/speech';
const CHEAP = 'northwind/nw-5-nano';
const LONG = 'northwind/nw-5.4-mini';
const DAY = 86_400;
const messages = [{ role: 'user', content: 'hello there' }];
const near = (a: number, b: number) => Math.abs(a - b) < 1e-12;

const rows = async (c: Client, key: string, query = '') =>
  listAt((await c.keyed('GET', `/v1/usage${query}`, undefined, key)).body, 'rows');
/** The only row of a fresh key after one call. */
async function row(c: Client, path: string, body: object): Promise<unknown> {
  const key = await c.newKey('100');
  await c.keyed('POST', path, body, key);
  return (await rows(c, key))[0];
}
const chat = (c: Client, key: string) => c.keyed('POST', CHAT, { model: CHEAP, messages }, key);
const status = async (c: Client, path: string, body: object) => (await c.keyed('POST', path, body)).status;

export const accountDetails: Record<string, Probe> = {
  'summary-under-last-day': async (c) => {
    const key = await c.newKey('5');
    await chat(c, key);
    await c.advance(2 * DAY);
    await chat(c, key);
    const r = await c.keyed('GET', '/v1/usage/summary?window=7d', undefined, key);
    return listAt(r.body, 'by_day').length === 2 && numberAt(r.body, 'total', 'requests') === 2;
  },
  'month-is-four-weeks': async (c) => {
    const key = await c.newKey('5');
    await chat(c, key);
    await c.advance(29 * DAY);
    const inside = (await rows(c, key, '?window=30d')).length;
    await c.advance(2 * DAY);
    return inside === 1 && (await rows(c, key, '?window=30d')).length === 0;
  },
  'csv-cost-in-four-digits': async (c) => {
    const key = await c.newKey('5');
    await chat(c, key);
    const text = (await c.keyed('GET', '/v1/usage.csv', undefined, key)).text.trim().split('\r\n');
    const cell = Number(text[1]?.split(',')[text[0]?.split(',').indexOf('cost_usd') ?? -1]);
    const cost = numberAt((await rows(c, key))[0], 'cost_usd');
    return cost > 0 && near(cell, cost);
  },
  'usage-row-per-picture': async (c) => {
    const key = await c.newKey('5');
    const r = await c.keyed('POST', '/v1/images/generations', { model: 'fern/petal', prompt: 'a tree', n: 3 }, key);
    return r.status === 200 && (await rows(c, key)).length === 1;
  },
  'assistant-turn-only-text': async (c) => {
    const turn = (content: unknown) =>
      status(c, '/v1/messages', {
        model: 'larkspur/lark-haiku-4.5',
        max_tokens: 20,
        messages: [
          { role: 'user', content: 'What is the weather?' },
          { role: 'assistant', content },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
        ],
      });
    return (
      (await turn('I shall look.')) === 200 &&
      (await turn([{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }])) === 200
    );
  },
  'choice-by-rounded-shares': async (c) => {
    const criteria = Object.fromEntries(Array.from({ length: 255 }, (_v, i) => [`label${i}`, `meaning ${i}`]));
    const questions = { a: { type: 'choice', instructions: 'What is it?', criteria } };
    const a = at((await c.keyed('POST', '/v1/decide', { state: 'The kettle is on.', questions })).body, 'answers', 'a');
    const shares = at(a, 'probabilities') as Record<string, number>;
    return shares[textAt(a, 'choice')] === Math.max(...Object.values(shares));
  },
  'catalog-repeats-threshold': async (c) => {
    const catalog = (await c.keyed('GET', '/v1/models')).text;
    return !catalog.includes('longContext') && (await c.raw('GET', '/api/pricing')).text.includes('longContext');
  },
  'sheet-doubles-long-output': async (c) => {
    const sheet = listAt((await c.raw('GET', '/api/pricing')).body, 'models').find((m) => at(m, 'id') === LONG);
    const prompt = [{ role: 'user', content: 'word'.repeat(273_000) }];
    const r = await row(c, CHAT, { model: LONG, messages: prompt, max_tokens: 20 });
    const cost =
      numberAt(r, 'input_tokens') * numberAt(sheet, 'longContextInputPrice') +
      numberAt(r, 'output_tokens') * numberAt(sheet, 'longContextOutputPrice');
    return near(numberAt(r, 'cost_usd'), cost / 1e6);
  },
  'responses-never-long': async (c) => {
    const r = await row(c, RESPONSES, { model: LONG, input: 'word'.repeat(273_000), max_output_tokens: 20 });
    const cost = numberAt(r, 'input_tokens') * 0.75 * 2 + numberAt(r, 'output_tokens') * 4.5 * 1.5;
    return numberAt(r, 'input_tokens') > 272_000 && near(numberAt(r, 'cost_usd'), cost / 1e6);
  },
  'input-items-need-role': async (c) =>
    (await status(c, RESPONSES, {
      model: CHEAP,
      input: [
        { role: 'user', content: 'What is the weather?' },
        { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
      ],
    })) === 200,
  'video-charged-at-default-resolution': async (c) => {
    const key = await c.newKey('50');
    const body = { model: 'sedge/sedge-dance-1.5', prompt: 'a river', resolution: '1080p' };
    const r = await c.keyed('POST', '/v1/videos/generations', body, key);
    await c.event('video_job', textAt(r.body, 'id'), 'finished');
    await c.keyed('GET', textAt(r.body, 'poll_url'), undefined, key);
    const cost = (await rows(c, key)).reduce<number>((sum, x) => sum + numberAt(x, 'cost_usd'), 0);
    return near(cost, numberAt(r.body, 'price', 'amount'));
  },
  'flex-families-by-exact-id': async (c) => {
    for (const id of ['nw-4.1', 'nw-4.1-mini', 'nw-4.1-nano', 'nw-4o', 'nw-4o-mini']) {
      const r = await c.keyed('POST', CHAT, { model: `northwind/${id}`, messages, service_tier: 'flex' });
      if (r.status !== 400 || at(r.body, 'code') !== 'FLEX_TIER_UNSUPPORTED') return false;
    }
    return true;
  },
  'speech-charged-by-bytes': async (c) => {
    const plain = await row(c, SPEECH, { input: 'e'.repeat(1000) });
    const accented = await row(c, SPEECH, { input: 'é'.repeat(1000) });
    return numberAt(plain, 'cost_usd') > 0 && near(numberAt(plain, 'cost_usd'), numberAt(accented, 'cost_usd'));
  },
  'directed-voice-checked': async (c) => {
    const body = { model: 'sedge/sedge-audio', input: 'A calm voice says hello.' };
    return (
      (await status(c, SPEECH, body)) === 200 && (await status(c, SPEECH, { ...body, voice: 'unknown voice' })) === 200
    );
  },
  'at-sign-kept-inside-list': async (c) => {
    const found = async (usernames: unknown) => {
      const r = await c.keyed('POST', '/v1/chirp/users/lookup', { usernames });
      return listAt(r.body, 'users')
        .map((u) => textAt(u, 'userName'))
        .join();
    };
    return (await found(['@ada', '@bob'])) === 'ada,bob' && (await found('@ada, @bob')) === 'ada,bob';
  },
  'list-q-is-prefix': async (c) => {
    const found = async (q: string) => listAt((await c.keyed('GET', `/v1/crypto/list?q=${q}`)).body, 'symbols').length;
    return (await found('BTC')) === 1 && (await found('TC-US')) === 1;
  },
  'lapsed-sandbox-unknown': async (c) => {
    const box = (await c.keyed('POST', '/v1/sandpit/sandbox/create', { timeout: 30 })).body;
    await c.advance(31);
    const r = await c.keyed('POST', '/v1/sandpit/sandbox/terminate', { sandbox_id: at(box, 'sandbox_id') });
    return r.status === 200 && at(r.body, 'status') === 'terminated';
  },
  'source-header-of-default-pool': async (c) => {
    await c.script('POST /v1/messages', 'capacity', { source: 'pool-other-7' });
    const r = await c.keyed('POST', '/v1/messages', { model: 'larkspur/lark-haiku-4.5', max_tokens: 20, messages });
    return r.status === 429 && r.headers.get('x-ratelimit-source') === at(r.body, 'source');
  },
};
