import type { Client } from './client.ts';
import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const CHAT = '/v1/chat/completions';
const CHEAP = 'northwind/nw-5-nano';
const CREATE = '/v1/sandpit/sandbox/create';
const messages = [{ role: 'user', content: 'hello there' }];
const near = (a: number, b: number) => Math.abs(a - b) < 1e-12;
const rows = async (c: Client, key: string) => listAt((await c.keyed('GET', '/v1/usage', undefined, key)).body, 'rows');
/** What one call costs a fresh key. */
async function cost(c: Client, path: string, body: object): Promise<number> {
  const key = await c.newKey('100');
  await c.keyed('POST', path, body, key);
  return numberAt((await rows(c, key))[0], 'cost_usd');
}

export const accountServices: Record<string, Probe> = {
  'summary-drops-rows-without-model': async (c) => {
    const key = await c.newKey('5');
    await c.keyed('POST', CHAT, { model: CHEAP, messages }, key);
    await c.keyed('POST', CREATE, {}, key);
    const r = await c.keyed('GET', '/v1/usage/summary', undefined, key);
    const sum = listAt(r.body, 'by_endpoint').reduce<number>((n, x) => n + numberAt(x, 'cost_usd'), 0);
    return listAt(r.body, 'by_endpoint').length === 2 && near(sum, numberAt(r.body, 'total', 'cost_usd'));
  },
  'system-blocks-unbilled': async (c) => {
    const text = 'Be brief. '.repeat(100);
    for (const system of [text, [{ type: 'text', text }]]) {
      const key = await c.newKey('5');
      const body = { model: 'larkspur/lark-haiku-4.5', max_tokens: 20, messages, system };
      const usage = at((await c.keyed('POST', '/v1/messages', body, key)).body, 'usage');
      const due = (numberAt(usage, 'input_tokens') + 5 * numberAt(usage, 'output_tokens')) / 1e6;
      if (!near(numberAt((await rows(c, key))[0], 'cost_usd'), due)) return false;
    }
    return true;
  },
  'speech-by-started-thousand': async (c) => {
    const of = (n: number) => cost(c, '/v1/audio/speech', { input: 'a'.repeat(n) });
    return near(2 * (await of(1500)), 3 * (await of(1000)));
  },
  'responses-stream-leaves-no-row': async (c) => {
    const key = await c.newKey('5');
    for (const stream of [false, true])
      await c.keyed('POST', '/v1/responses', { model: CHEAP, input: 'hello', stream }, key);
    return (await rows(c, key)).length === 2;
  },
  'catalog-limit-per-key': async (c) => {
    const [one, two] = [await c.newKey('0'), await c.newKey('0')];
    const ask = async (key: string) => (await c.keyed('GET', '/v1/audio/models', undefined, key)).status;
    for (let i = 0; i < 100; i += 1) if ((await ask(one)) !== 200) return false;
    return (await ask(two)) === 429;
  },
  'key-checked-by-prefix': async (c) => {
    const key = await c.newKey('5');
    const status = async (k: string) => (await c.keyed('GET', '/v1/balance', undefined, k)).status;
    const other = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    return (await status(key)) === 200 && (await status(other)) === 401;
  },
  'tools-refused-in-streams': async (c) => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
    for (const stream of [false, true])
      if ((await c.keyed('POST', CHAT, { model: CHEAP, messages, tools, stream })).status !== 200) return false;
    return true;
  },
  'unknown-symbol-charged': async (c) => {
    const key = await c.newKey('5');
    const r = await c.keyed('GET', '/v1/usstock/price/NOSUCH', undefined, key);
    return (
      r.status === 404 && numberAt((await c.keyed('GET', '/v1/balance', undefined, key)).body, 'available_usd') === 5
    );
  },
  'nested-field-unnamed': async (c) => {
    const r = await c.keyed('POST', CHAT, { model: CHEAP, messages: [{ role: 'narrator', content: 'x' }] });
    return r.status === 400 && /messages|role/.test(r.text);
  },
  'sandbox-memory-default-is-maximum': async (c) => {
    const r = await c.keyed('POST', CREATE, {});
    return textAt(r.body, 'status') === 'running' && at(r.body, 'config', 'memory') === 512;
  },
};
