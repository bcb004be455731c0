import { inside, type Obj, type ProbeClient, str } from './client.ts';

const messages = [{ role: 'user', content: 'A short question about oaks' }];

/** A call of chat with the model in the path. */
function inPath(model: string, more: Obj = {}): { path: string; body: Obj } {
  return { path: `/api/v1/chat/${model}`, body: { messages, ...more } };
}

/** A call of messages. */
function native(model: string, more: Obj = {}): { path: string; body: Obj } {
  return { path: '/api/v1/messages', body: { model, messages, max_tokens: 50, ...more } };
}

/** Probes of the further faults of text operations, errors, catalogs and discovery. */
export const moreTextProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'breakdown-stream': async (client) => {
    const body = { model: client.model('chat'), messages, stream: true };
    const answer = await client.call({ path: '/api/v1/chat/completions', body });
    return typeof inside(answer.body, 'price', 'breakdown', 'outputCost') === 'string';
  },
  'messages-any-format': async (client) => {
    const own = await client.call(native(client.model('messages')));
    return own.status === 402 && (await client.call(native(client.model('responses')))).status === 400;
  },
  'path-max-tokens-clamped': async (client) => {
    const model = client.model('chat');
    const most = await client.call(inPath(model, { max_tokens: 128_000 }));
    return most.status === 402 && (await client.call(inPath(model, { max_tokens: 128_001 }))).status === 400;
  },
  'messages-top-k-zero': async (client) =>
    (await client.call(native(client.model('messages'), { top_k: 0 }))).status === 402,
  'unprefixed-only-gpt': async (client) => {
    const model = client.model('o3-mini').split('/')[1];
    return (await client.call({ path: '/api/v1/responses', body: { model, input: 'oak' } })).status === 402;
  },
  'search-per-source': async (client) => {
    const body = { query: 'oak', sources: ['x', 'web', 'news'], max_results: 10 };
    return (await client.quote({ path: '/api/v1/search', body })) === 263_500;
  },
  'catalog-max-output': async (client) => {
    const { models } = (await client.get('/api/v1/models')).body;
    return Array.isArray(models) && models.every((item) => typeof inside(item, 'max_output') === 'number');
  },
  'retry-after-fixed': async (client) => {
    await client.script('POST /api/v1/chat/completions', 'capacity', { retry_after_seconds: 17 });
    const body = { model: client.model('chat'), messages };
    const answer = await client.pay({ path: '/api/v1/chat/completions', body });
    return answer.status === 429 && answer.headers.get('retry-after') === '17';
  },
  'pricing-unlimited': async (client) => {
    for (let call = 0; call < 100; call += 1) await client.get('/api/pricing');
    return (await client.get('/api/pricing')).status === 429;
  },
  'catalog-size-dropped': async (client) => {
    const { models } = (await client.get('/api/v1/images/models')).body;
    const own = (item: unknown) => str(item, 'id') === client.model('IMG-E');
    const entry: unknown = Array.isArray(models) ? models.find(own) : undefined;
    const sizes = inside(entry, 'sizes');
    return Array.isArray(sizes) && sizes.length === 8 && sizes.includes('2848x1600');
  },
  'background-unsettled': async (client) => {
    const body = { model: client.model('responses'), input: 'oak', background: true };
    const made = await client.pay({ path: '/api/v1/responses', body });
    return made.status === 200 && (await client.ledger()).length === 1;
  },
};
