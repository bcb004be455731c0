import { at, type Probe } from './client.ts';
import { CHAT, chat, costsByUsage, hello, longPrompt, MESSAGES, RESPONSES, rates, same, sheet } from './text-common.ts';
import { recordProbes } from './text-record.ts';

const FLEX_MODEL = 'oakley/5-mini';
const LONG_MODEL = 'oakley/5.4';

/** Probes of text, billing, the record and limits. */
export const textProbes: Record<string, Probe> = {
  ...recordProbes,

  'chat-created-ms': async (client) => {
    const created = Number(at((await client.post(CHAT, chat('alder/large'))).json, 'created'));
    return Math.abs(created * 1000 - (await client.now())) < 60_000;
  },

  'messages-system-free': async (client) => {
    const model = 'fern/frond-4';
    const price = await rates(client, model);
    const system = [{ type: 'text', text: 'You answer in verse and never use the letter e. '.repeat(20) }];
    let usage: unknown;
    const cost = await client.cost(async () => {
      usage = at((await client.post(MESSAGES, { model, max_tokens: 20, system, messages: hello })).json, 'usage');
    });
    const input = Number(at(usage, 'input_tokens')) * price.input;
    return same(cost, input + Number(at(usage, 'output_tokens')) * price.output);
  },

  'responses-bare-letter-id': async (client) =>
    (await client.post(RESPONSES, { model: 'o1', input: 'Hello' })).status === 200,

  'responses-cut-silent': async (client) => {
    await client.script('POST /v1/responses', 'cut');
    const { text } = await client.post(RESPONSES, { model: '5-mini', input: 'Hello', stream: true });
    return /^event: error$/m.test(text.trimEnd().split('\n\n').at(-1) ?? '');
  },

  'messages-cut-charged': async (client) => {
    await client.script('POST /v1/messages', 'cut');
    const body = { model: 'fern/frond-4', max_tokens: 50, messages: hello, stream: true };
    return (await client.cost(() => client.post(MESSAGES, body))) === 0;
  },

  'flex-output-full': (client) =>
    costsByUsage(client, chat(FLEX_MODEL, { service_tier: 'flex' }), { input: 0.5, output: 0.5 }),

  'long-context-marginal': (client) =>
    costsByUsage(
      client,
      { model: LONG_MODEL, messages: longPrompt(280_000), max_tokens: 5 },
      { input: 2, output: 1.5 },
    ),

  'flex-stream-unchecked': async (client) => {
    await client.script('POST /v1/chat/completions', 'no_tier');
    let text = '';
    const cost = await client.cost(async () => {
      ({ text } = await client.post(CHAT, chat(FLEX_MODEL, { service_tier: 'flex', stream: true })));
    });
    return cost === 0 && text.includes('FLEX_TIER_UNCONFIRMED');
  },

  'flex-unreported-run': async (client) => {
    const seen = await client.post(CHAT, chat('oakley/gpt-oss-120b', { service_tier: 'flex' }));
    return seen.status === 400 && at(seen.json, 'code') === 'FLEX_TIER_UNSUPPORTED';
  },

  'flex-stream-row': async (root) => {
    const client = await root.newKey();
    await client.post(CHAT, chat(FLEX_MODEL, { service_tier: 'flex', stream: true }));
    return at((await client.rows()).at(-1), 'service_tier') === 'flex';
  },

  'charge-stale-price': (client) => costsByUsage(client, chat('oakley/chat-latest')),

  'sheet-long-output': async (client) => {
    const entry = await sheet(client, LONG_MODEL);
    return same(Number(at(entry, 'longContextOutputPrice')) * 1e12, Number(at(entry, 'outputPrice')) * 1.5e12);
  },

  'retry-after-default': async (client) => {
    await client.script('POST /v1/chat/completions', 'capacity');
    const seen = await client.post(CHAT, chat('alder/large'));
    return seen.status === 429 && seen.headers.get('retry-after') === '60';
  },
};
