import { isObject } from '../http.ts';
import { at, type Probe, ProbeClient } from './client.ts';
import { limitMoreProbes } from './money-more-limits.ts';
import {
  CHAT,
  chat,
  costsByUsage,
  DECIDE,
  hello,
  longPrompt,
  MESSAGES,
  RESPONSES,
  rates,
  SEARCH,
  same,
  together,
} from './text-common.ts';

const FLEX_MODEL = 'oakley/5-nano';
const LONG_MODEL = 'oakley/5.4';
const DAY = 86_400;
const noul = { type: 'noul', instructions: 'It is raining in the city' };
const question = { state: 'It rains', questions: { a: noul } };

const charges: Record<string, Probe> = {
  'long-context-responses': async (client) => {
    const price = await rates(client, LONG_MODEL);
    const body = { model: LONG_MODEL, input: 'a'.repeat(280_000 * 4), max_output_tokens: 5 };
    let usage: unknown;
    const cost = await client.cost(async () => {
      usage = at((await client.post(RESPONSES, body)).json, 'usage');
    });
    const input = Number(at(usage, 'input_tokens')) * price.input * 2;
    return same(cost, input + Number(at(usage, 'output_tokens')) * price.output * 1.5);
  },

  'flex-long-short-rate': (client) =>
    costsByUsage(
      client,
      { model: LONG_MODEL, messages: longPrompt(280_000), max_tokens: 5, service_tier: 'flex' },
      { input: 1, output: 0.75 },
    ),

  'flex-rate-truncated': (client) =>
    costsByUsage(
      client,
      { model: FLEX_MODEL, messages: longPrompt(1000), max_tokens: 5, service_tier: 'flex' },
      { input: 0.5, output: 0.5 },
    ),

  'flex-o3-prefix': async (client) => {
    const seen = await client.post(CHAT, chat('oakley/o3-mini', { service_tier: 'flex' }));
    return seen.status === 400 && at(seen.json, 'code') === 'FLEX_TIER_UNSUPPORTED';
  },

  'flex-stream-capacity': async (client) => {
    await client.script('POST /v1/chat/completions', 'capacity');
    const seen = await client.post(CHAT, chat(FLEX_MODEL, { service_tier: 'flex', stream: true }));
    return seen.status === 429 && seen.text.includes('resource_unavailable');
  },

  'chat-stream-chunks': async (client) => {
    const whole = await client.cost(() => client.post(CHAT, chat('alder/large')));
    const streamed = await client.cost(() => client.post(CHAT, chat('alder/large', { stream: true })));
    return same(whole, streamed);
  },

  'messages-fee': async (client) => {
    const body = { model: 'fern/frond-4', max_tokens: 20, messages: hello };
    return (await client.cost(() => client.post(MESSAGES, body))) < 1_000_000;
  },

  'search-per-source': async (client) => {
    const cost = (sources: string[]) => client.cost(() => client.post(SEARCH, { query: 'news', sources }));
    return same(await cost(['web']), await cost(['x', 'web', 'news']));
  },

  'decide-balance-needed': async (root) => {
    const client = await root.newKey('0.00');
    return (await client.post(DECIDE, question)).status === 200;
  },
};

const record: Record<string, Probe> = {
  'csv-rounded-charge': async (root) => {
    const client = await root.newKey();
    await client.post(CHAT, chat('alder/small'));
    const charge = String(at((await client.rows()).at(0), 'charge'));
    const { text } = await client.get('/v1/usage.csv');
    return Number(charge) > 0 && text.split(/[,\r\n]+/).includes(charge);
  },

  'window-7d-week': async (root) => {
    const time = (await root.now()) / 1000;
    // Sunday at noon: 1970-01-01 was a Thursday.
    const sunday = Math.floor((time + 4 * DAY) / (7 * DAY)) * 7 * DAY + 3.5 * DAY;
    await root.advance(Math.ceil(sunday > time ? sunday - time : sunday + 7 * DAY - time));
    const client = await root.newKey();
    await client.post(DECIDE, question);
    await client.advance(DAY);
    return (await client.rows('?window=7d')).length === 1;
  },

  'summary-top-five': async (root) => {
    const client = await root.newKey();
    await client.post(CHAT, chat('alder/large'));
    await client.post(DECIDE, question);
    await client.post(SEARCH, { query: 'news' });
    await client.post(MESSAGES, { model: 'fern/frond-4', max_tokens: 20, messages: hello });
    await client.post(RESPONSES, { model: '5-mini', input: 'Hello' });
    await client.post('/v1/audio/speech', { input: 'Hello' });
    const endpoints = at((await client.get('/v1/usage/summary')).json, 'per_endpoint');
    return isObject(endpoints) && Object.keys(endpoints).length === 6;
  },

  'tier-row-sticky': async (root) => {
    const client = await root.newKey();
    await client.post(CHAT, chat(FLEX_MODEL, { service_tier: 'flex' }));
    await client.post(CHAT, chat(FLEX_MODEL));
    const tiers = (await client.rows()).map((row) => at(row, 'service_tier'));
    return tiers.length === 2 && tiers[0] === 'flex' && tiers[1] === undefined;
  },
};

const access: Record<string, Probe> = {
  'messages-any-vision': async (client) => {
    const body = { model: 'oakley/5-mini', max_tokens: 20, messages: hello };
    return (await client.post(MESSAGES, body)).status === 400;
  },

  'responses-item-role': async (client) => {
    const input = [
      { role: 'user', content: 'What is the weather?' },
      { type: 'function_call_output', call_id: 'call_1', output: 'sunny' },
    ];
    return (await client.post(RESPONSES, { model: '5-mini', input })).status === 200;
  },

  'chat-cut-done': async (client) => {
    await client.script('POST /v1/chat/completions', 'cut');
    const { text } = await client.post(CHAT, chat('alder/large', { stream: true }));
    return !text.includes('[DONE]') && (text.trimEnd().split('\n\n').at(-1) ?? '').includes('error');
  },

  'catalog-price-thousand': async (client) => {
    const models = at((await client.get('/v1/models')).json, 'models');
    const entry = Array.isArray(models) ? models.find((model: unknown) => at(model, 'id') === 'fern/frond-4') : {};
    const { input } = await rates(client, 'fern/frond-4');
    return same(Number(at(entry, 'pricing.input_per_token')) * 1e9, input);
  },

  'key-case': async (client) => {
    const { key } = client.target;
    const swapped = [...key].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');
    const other = new ProbeClient({ ...client.target, key: swapped });
    return swapped !== key && (await other.get('/v1/balance')).status === 401;
  },

  'messages-quota': async (client) => {
    const body = { model: 'fern/spore-3', max_tokens: 5, messages: hello };
    const seen = await together(61, () => client.post(MESSAGES, body));
    return seen.every(({ status }) => status === 200);
  },
};

/** Probes of more faults of charges, the record, limits and text formats. */
export const moneyMoreProbes: Record<string, Probe> = { ...charges, ...record, ...access, ...limitMoreProbes };
