import { at, type Probe } from './client.ts';
import { CHAT, chat, DECIDE } from './text-common.ts';

const noul = { type: 'noul', instructions: 'It is raining in the city' };

/** Probes of more faults of limits, headers and judgments. */
export const limitMoreProbes: Record<string, Probe> = {
  'decide-window-day': async (root) => {
    const client = await root.newKey();
    const body = { state: 'It rains', questions: { a: noul } };
    await client.post(DECIDE, body);
    await client.advance(3605);
    return (await client.post(DECIDE, body)).headers.get('x-ratelimit-remaining') === '999';
  },

  'capacity-source-fixed': async (client) => {
    await client.script('POST /v1/chat/completions', 'capacity', { source: 'pool-east-9' });
    const seen = await client.post(CHAT, chat('alder/large'));
    return seen.headers.get('x-ratelimit-source') === at(seen.json, 'source');
  },

  'decide-choice-sorted': async (client) => {
    const criteria = { wet: 'rain is falling on the town', calm: 'bread and flour', arid: 'a desert of sand' };
    const a = { type: 'choice', instructions: 'The weather', criteria };
    const { json } = await client.post(DECIDE, { state: 'rain is falling on the town', questions: { a } });
    const share = (label: string) => Number(at(json, ['answers', 'a', 'probabilities', label]));
    return share(String(at(json, 'answers.a.choice'))) === Math.max(...Object.keys(criteria).map(share));
  },

  'decide-legend-order': async (client) => {
    const criteria = Array.from({ length: 12 }, (_, index) => `rung number ${index}`);
    const a = { type: 'score', instructions: 'How high', criteria };
    const { json } = await client.post(DECIDE, { state: 'rung number 7', questions: { a } });
    return criteria.every((text, index) => at(json, ['answers', 'a', 'legend', String(index)]) === text);
  },
};
