import { isObject } from '../http.ts';
import { at, type Probe } from './client.ts';
import { CHAT, chat, DECIDE, hello, MESSAGES, RESPONSES, SEARCH } from './text-common.ts';

const IMAGES = '/v1/images/generations';
const VIDEOS = '/v1/videos/generations';

function listAt(json: unknown, path: string): unknown[] {
  const list = at(json, path);
  return Array.isArray(list) ? list : [];
}

/** Probes of the faults that came last. */
export const lastProbes: Record<string, Probe> = {
  'chat-max-tokens-zero': async (client) => {
    const one = await client.post(CHAT, chat('alder/large', { max_tokens: 1 }));
    const zero = await client.post(CHAT, chat('alder/large', { max_tokens: 0 }));
    return one.status === 200 && zero.status === 400 && zero.text.includes('max_tokens');
  },

  'responses-min-sixteen': async (client) =>
    (await client.post(RESPONSES, { model: '5-mini', input: 'Hello', max_output_tokens: 8 })).status === 200,

  'messages-native-429': async (client) => {
    await client.script('POST /v1/messages', 'capacity', { retry_after_seconds: 7, source: 'pool-east-9' });
    const { status, json } = await client.post(MESSAGES, { model: 'fern/frond-4', max_tokens: 20, messages: hello });
    const codes = ['error', 'code', 'source', 'retry_after_seconds'].map((name) => at(json, name));
    return status === 429 && codes.join() === 'Rate limited,RATE_LIMITED,pool-east-9,7';
  },

  'decide-shares-rounded': async (client) => {
    const labels = Array.from({ length: 150 }, (_, index) => [`label-${index}`, `meaning number ${index}`]);
    const a = { type: 'choice', instructions: 'Which number it is', criteria: Object.fromEntries(labels) };
    const { json } = await client.post(DECIDE, { state: 'It is number 7', questions: { a } });
    const shares = at(json, 'answers.a.probabilities');
    const sum = isObject(shares) ? Object.values(shares).reduce<number>((total, share) => total + Number(share), 0) : 0;
    return Math.abs(sum - 1) < 1e-6;
  },

  'catalog-repeats-threshold': async (client) => {
    const { status, text } = await client.get('/v1/models');
    return status === 200 && !/threshold/i.test(text);
  },

  'pricing-unlimited': async (client) => {
    for (let index = 0; index < 100; index++) {
      if ((await client.bare('GET', '/api/pricing')).status !== 200) return false;
    }
    return (await client.bare('GET', '/api/pricing')).status === 429;
  },

  'image-response-format': async (client) => {
    const body = { model: 'dune/paint', prompt: 'a cat', response_format: 'b64_json' };
    const { status, json } = await client.post(IMAGES, body);
    return status === 200 && typeof at(json, 'data.0.url') === 'string';
  },

  'video-ratio-three-two': async (client) => {
    const clip = { model: 'garnet/reel-1', prompt: 'x', duration_seconds: 1 };
    const statuses = ['3:2', '2:3', '21:9', 'adaptive'].map(
      async (aspect_ratio) => (await client.post(VIDEOS, { ...clip, aspect_ratio })).status,
    );
    return (await Promise.all(statuses)).join() === '202,202,400,400';
  },

  'video-failed-502': async (client) => {
    await client.script(`POST ${VIDEOS}`, 'slow');
    const clip = { model: 'garnet/reel-1', prompt: 'x', duration_seconds: 1 };
    const { json } = await client.post(VIDEOS, clip);
    await client.event('video_job', String(at(json, 'id')), 'failed');
    const seen = await client.get(String(at(json, 'poll_url')));
    return seen.status === 200 && at(seen.json, 'status') === 'failed';
  },

  'search-news-objects': async (client) => {
    const { json } = await client.post(SEARCH, { query: 'what is new', sources: ['web', 'news'] });
    const citations = listAt(json, 'citations');
    return citations.length > 0 && citations.every((citation) => typeof citation === 'string');
  },
};
