import type { Client } from './client.ts';
import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const CHAT = '/v1/chat/completions';
const FLEX = 'northwind/nw-5.4-mini';
const RATE = { input: 0.75, output: 4.5 };
const VIDEOS = '/v1/videos/generations';
const DAY = 86_400;
const said = (content: string) => [{ role: 'user', content }];
const hello = said('hello there');

/** Every probe works on a key of its own, so that rows start from nothing. */
const rows = async (c: Client, key: string, query = '') =>
  listAt((await c.keyed('GET', `/v1/usage${query}`, undefined, key)).body, 'rows');
const costs = async (c: Client, key: string) =>
  (await rows(c, key)).reduce<number>((sum, row) => sum + numberAt(row, 'cost_usd'), 0);
const near = (a: number, b: number) => Math.abs(a - b) < 1e-12;
const priced = (row: unknown, input: number, output: number) =>
  near(
    numberAt(row, 'cost_usd'),
    (numberAt(row, 'input_tokens') * input + numberAt(row, 'output_tokens') * output) / 1e6,
  );
/** The usage row of one call by a fresh key. */
async function row(c: Client, path: string, body: object): Promise<unknown> {
  const key = await c.newKey('900');
  await c.keyed('POST', path, body, key);
  return (await rows(c, key))[0];
}
/** Each message counts three tokens more than a quarter of its length. */
const prompt = (tokens: number) => said('a'.repeat((tokens - 3) * 4));
async function video(c: Client, key: string, event: 'finished' | 'failed') {
  const r = await c.keyed('POST', VIDEOS, { prompt: 'a river' }, key);
  await c.event('video_job', textAt(r.body, 'id'), event);
  const poll = (by = key) => c.keyed('GET', textAt(r.body, 'poll_url'), undefined, by);
  return { price: numberAt(r.body, 'price', 'amount'), poll };
}
/** The lines of the CSV export of a window. */
const csv = async (c: Client, key: string, query = '') =>
  (await c.keyed('GET', `/v1/usage.csv${query}`, undefined, key)).text.trim().split('\r\n');

export const accountBilling: Record<string, Probe> = {
  'long-context-inclusive': async (c) => {
    const at272 = await row(c, CHAT, { model: FLEX, messages: prompt(272_000), max_tokens: 20 });
    const above = await row(c, CHAT, { model: FLEX, messages: prompt(272_001), max_tokens: 20 });
    return (
      numberAt(at272, 'input_tokens') === 272_000 &&
      priced(at272, RATE.input, RATE.output) &&
      priced(above, RATE.input * 2, RATE.output * 1.5)
    );
  },
  'long-context-sibling-forgotten': async (c) => {
    const listed = listAt((await c.raw('GET', '/api/pricing')).body, 'models').filter(
      (m) => numberAt(m, 'longContextThreshold') > 0,
    );
    for (const m of listed) {
      const body = { model: at(m, 'id'), messages: prompt(272_100), max_tokens: 20 };
      const prices = [numberAt(m, 'longContextInputPrice'), numberAt(m, 'longContextOutputPrice')] as const;
      if (!priced(await row(c, CHAT, body), ...prices)) return false;
    }
    return listed.length > 1;
  },
  'messages-stream-at-maximum': async (c) => {
    const body = { model: 'larkspur/lark-haiku-4.5', messages: hello, max_tokens: 500 };
    const plain = await row(c, '/v1/messages', body);
    const streamed = await row(c, '/v1/messages', { ...body, stream: true });
    return priced(plain, 1, 5) && priced(streamed, 1, 5);
  },
  'flex-stream-full-rate': async (c) => {
    const r = await row(c, CHAT, { model: FLEX, messages: hello, service_tier: 'flex', stream: true });
    return priced(r, RATE.input / 2, RATE.output / 2);
  },
  'usage-tier-as-asked': async (c) => {
    const body = { model: FLEX, messages: hello, service_tier: 'flex' };
    const flex = await row(c, CHAT, body);
    await c.script('POST /v1/chat/completions', 'other_tier');
    const standard = await row(c, CHAT, body);
    return at(flex, 'service_tier') === 'flex' && at(standard, 'service_tier') === undefined;
  },
  'unconfirmed-flex-charged': async (c) => {
    const key = await c.newKey('5');
    await c.script('POST /v1/chat/completions', 'no_tier');
    const r = await c.keyed('POST', CHAT, { model: FLEX, messages: hello, service_tier: 'flex' }, key);
    const left = numberAt((await c.keyed('GET', '/v1/balance', undefined, key)).body, 'available_usd');
    return r.status === 502 && (await costs(c, key)) === 0 && left === 5;
  },
  'any-service-tier': async (c) => {
    const status = async (service_tier: string) =>
      (await c.keyed('POST', CHAT, { model: FLEX, messages: hello, service_tier })).status;
    return (await status('flex')) === 200 && (await status('priority')) === 400;
  },
  'image-n-unbilled': async (c) => {
    const cost = async (n: number) =>
      numberAt(await row(c, '/v1/images/generations', { model: 'fern/petal', prompt: 'a tree', n }), 'cost_usd');
    return near(await cost(3), 3 * (await cost(1)));
  },
  'video-charged-every-poll': async (c) => {
    const key = await c.newKey('50');
    const { price, poll } = await video(c, key, 'finished');
    await poll();
    await poll();
    return near(await costs(c, key), price);
  },
  'failed-video-charged': async (c) => {
    const key = await c.newKey('50');
    const { poll } = await video(c, key, 'failed');
    return at((await poll()).body, 'status') === 'failed' && (await costs(c, key)) === 0;
  },
  'video-poll-any-key': async (c) => {
    const stranger = await c.newKey('50');
    const { poll } = await video(c, await c.newKey('50'), 'finished');
    return (await poll(stranger)).status >= 400 && (await costs(c, stranger)) === 0 && (await poll()).status === 200;
  },
  'csv-always-24h': async (c) => {
    const key = await c.newKey('5');
    await c.keyed('POST', CHAT, { model: FLEX, messages: hello }, key);
    await c.advance(3 * DAY);
    return (await rows(c, key, '?window=7d')).length === 1 && (await csv(c, key, '?window=7d')).length === 2;
  },
  'csv-without-tier': async (c) => {
    const key = await c.newKey('5');
    await c.keyed('POST', CHAT, { model: FLEX, messages: hello, service_tier: 'flex' }, key);
    const [head = '', line = ''] = await csv(c, key);
    return line.split(',')[head.split(',').indexOf('service_tier')] === 'flex';
  },
  'usage-to-ignored': async (c) => {
    const key = await c.newKey('5');
    const chat = () => c.keyed('POST', CHAT, { model: FLEX, messages: hello }, key);
    const from = new Date((await c.now()) - 60_000).toISOString();
    await chat();
    await c.advance(3600);
    const to = new Date((await c.now()) - 60_000).toISOString();
    await chat();
    const between = await rows(c, key, `?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`);
    return between.length === 1 && (await rows(c, key)).length === 2;
  },
  'pricing-uncounted': async (c) => {
    for (let i = 0; i < 100; i += 1) if ((await c.raw('GET', '/api/pricing')).status !== 200) return false;
    const r = await c.raw('GET', '/api/pricing');
    return r.status === 429 && r.headers.get('x-ratelimit-reset') !== null;
  },
};
