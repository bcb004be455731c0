import { isObject } from '../http.ts';
import { at, type Probe, type ProbeClient } from './client.ts';
import { CHAT, chat, DECIDE, SEARCH, together } from './text-common.ts';

const noul = { type: 'noul', instructions: 'It is raining in the city' };

function decide(client: ProbeClient, state: unknown = 'It rains') {
  return client.post(DECIDE, { state, questions: { a: noul } });
}

/** Probes of search, decide, the usage record, the balance and limits. */
export const recordProbes: Record<string, Probe> = {
  'search-timeout-charged': async (client) => {
    await client.script('POST /v1/search', 'timeout');
    return (await client.cost(() => client.post(SEARCH, { query: 'news of today' }))) === 0;
  },

  'csv-first-page': async (root) => {
    const client = await root.newKey();
    for (let index = 0; index < 120; index++) await decide(client);
    const rows = await client.rows('?window=24h');
    const { text } = await client.get('/v1/usage.csv?window=24h');
    return text.trimEnd().split('\r\n').length === rows.length + 1;
  },

  'window-30d-short': async (root) => {
    const client = await root.newKey();
    await decide(client);
    await client.advance(5 * 86_400);
    return (await client.rows('?window=30d')).length === 1;
  },

  'usage-same-moment': async (root) => {
    const client = await root.newKey();
    await together(60, () => decide(client));
    return (await client.rows()).length === 60;
  },

  'summary-short-model': async (root) => {
    const client = await root.newKey();
    await client.post(CHAT, chat('alder/large'));
    await client.post(CHAT, chat('cedar/large'));
    const models = at((await client.get('/v1/usage/summary')).json, 'per_model');
    return isObject(models) && Object.keys(models).length === 2;
  },

  'search-query-bytes': async (client) => (await client.post(SEARCH, { query: 'é'.repeat(600) })).status === 200,

  'decide-limit-shared': async (client) => {
    await decide(await client.newKey());
    const seen = await decide(await client.newKey());
    return seen.headers.get('x-ratelimit-remaining') === '999';
  },

  'decide-remembers': async (client) => {
    const wet = await decide(client, 'It is raining in the city since noon');
    const dry = await decide(client, 'Bread is made of flour');
    return Number(at(dry.json, 'answers.a.noul')) < Number(at(wet.json, 'answers.a.noul'));
  },

  'decide-400-headers': async (client) => {
    const seen = await client.post(DECIDE, { state: 'x' });
    return seen.status === 400 && seen.headers.has('x-ratelimit-remaining');
  },

  'catalog-limit-per-key': async (client) => {
    const other = await client.newKey();
    for (let index = 0; index < 100; index++) await client.get('/v1/audio/models');
    return (await other.get('/v1/audio/models')).status === 429;
  },

  'limit-429-extends': async (client) => {
    for (let index = 0; index < 61; index++) await client.get('/api/health');
    await client.advance(40);
    const refused = await client.get('/api/health');
    await client.advance(25);
    return refused.status === 429 && (await client.get('/api/health')).status === 200;
  },
};
