import type { Client } from './client.ts';
import { at, numberAt } from './client.ts';
import type { Probe } from './run.ts';

const judge = (c: Client, key: string, question: object) =>
  c.keyed('POST', '/v1/decide', { state: 'The kettle is on.', questions: { a: question } }, key);
const noul = { type: 'noul', instructions: 'Is there tea?' };
const choice = {
  type: 'choice',
  instructions: 'What is it?',
  criteria: { tea: 'a drink', rain: 'weather', oak: 'a tree' },
};
const score = { type: 'score', instructions: 'How hot is it?', criteria: ['cold', 'warm', 'hot'] };

export const accountDecide: Record<string, Probe> = {
  'instructions-only-for-noul': async (c) => {
    const key = await c.newKey('0');
    for (const { instructions, ...question } of [noul, choice, score]) {
      if ((await judge(c, key, { ...question, instructions })).status !== 200) return false;
      if ((await judge(c, key, question)).status !== 400) return false;
    }
    return true;
  },
  'choice-shares-unnormalised': async (c) => {
    const r = await judge(c, await c.newKey('0'), choice);
    const p = at(r.body, 'answers', 'a', 'probabilities') as Record<string, number>;
    return Math.abs(Object.values(p).reduce((sum, x) => sum + x, 0) - 1) < 1e-9;
  },
  'score-legend-from-1': async (c) => {
    const a = at((await judge(c, await c.newKey('0'), score)).body, 'answers', 'a');
    const keys = (name: string) => Object.keys(at(a, name) as object).join();
    return keys('legend') === keys('probabilities');
  },
  'decide-429-silent': async (c) => {
    const key = await c.newKey('0');
    for (let i = 0; i < 40; i += 1) await Promise.all(Array.from({ length: 25 }, () => judge(c, key, noul)));
    const r = await judge(c, key, noul);
    const said = Number(r.headers.get('retry-after')) > 0 || numberAt(r.body, 'retry_after_seconds') > 0;
    return r.status === 429 && said;
  },
  'decide-takes-any-key': async (c) => (await judge(c, 'ck_live_nobody', noul)).status === 401,
};
