import { inside, type ProbeClient, str } from './client.ts';

const messages = [{ role: 'user', content: 'A short question about oaks' }];

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Probes of the faults of text operations, search, discovery and limits: true when the gateway behaves rightly. */
export const textProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'messages-margin': async (client) => {
    const body = { model: client.model('messages'), messages, max_tokens: 1000 };
    const answer = await client.call({ path: '/api/v1/chat/completions', body });
    return Number(inside(answer.body, 'price', 'breakdown', 'margin')) === 0;
  },
  'messages-cut': async (client) => {
    await client.script('POST /api/v1/messages', 'cut');
    const body = { model: client.model('messages'), messages, max_tokens: 50, stream: true };
    const answer = await client.pay({ path: '/api/v1/messages', body });
    const last = answer.text.trimEnd().split('\n\n').at(-1) ?? '';
    return answer.status === 200 && last.startsWith('event: error\n');
  },
  'background-bound': async (client) => {
    const quote = (tokens: number) =>
      client.quote({
        path: '/api/v1/responses',
        body: { model: client.model('responses'), input: 'oak', background: true, max_output_tokens: tokens },
      });
    return (await quote(100)) < (await quote(1900));
  },
  'allow-any': async (client) => {
    const path = `/api/v1beta/models/${client.model('chat')}:generateContent`;
    const ask = { path, body: { contents: [{ parts: [{ text: 'oak' }] }] } };
    await client.allow(client.payer.address);
    const [listed, unlisted] = [await client.pay(ask), await client.pay(ask, { wallet: client.other })];
    return listed.status === 200 && unlisted.status !== 200;
  },
  'search-rounding': async (client) =>
    (await client.quote({ path: '/api/v1/search', body: { query: 'oak', max_results: 7 } })) === 184_750,
  'search-bytes': async (client) =>
    (await client.call({ path: '/api/v1/search', body: { query: 'ж'.repeat(600) } })).status === 402,
  'news-citations': async (client) => {
    const body = { query: 'oak', sources: ['web', 'news'], max_results: 2 };
    const answer = await client.pay({ path: '/api/v1/search', body });
    const citations = list(answer.body.citations);
    return citations.length > 0 && citations.every((item) => typeof item === 'string' && URL.canParse(item));
  },
  'category-long': async (client) => {
    const known = ['chat', 'reasoning', 'coding', 'vision'];
    const models = list((await client.get('/api/v1/models')).body.models);
    const used = models.flatMap((item) => list(inside(item, 'categories')));
    return used.length > 0 && used.every((name) => known.includes(String(name)));
  },
  'bare-catalog': async (client) => {
    const answers = await Promise.all(['/v1/models', '/v1/video/models'].map((path) => client.get(path)));
    return answers.every(({ status }) => status === 404);
  },
  'reset-seconds': async (client) => {
    for (let call = 0; call < 100; call += 1) await client.get('/api/v1/audio/models');
    const limited = await client.get('/api/v1/audio/models');
    const left = Number(str(limited.headers.get('x-ratelimit-reset'))) - (await client.seconds()) * 1000;
    return limited.status === 429 && left > 0 && left <= 3_602_000;
  },
  'health-hour': async (client) => {
    for (let call = 0; call < 60; call += 1) await client.get('/api/health');
    const limited = await client.get('/api/health');
    await client.advance(61);
    return limited.status === 429 && (await client.get('/api/health')).status === 200;
  },
};
