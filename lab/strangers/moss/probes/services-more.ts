import { at, type Probe, type ProbeClient } from './client.ts';
import { dataProbes } from './services-more-data.ts';

const PHOTO = 'https://example.com/a.png';
const IMAGES = '/v1/images/generations';
const VIDEOS = '/v1/videos/generations';
const CLIP = 'sable/clip-2';
const USD = 1e9;

async function slowImage(client: ProbeClient, more: Record<string, unknown> = {}) {
  await client.script(`POST ${IMAGES}`, 'slow', { seconds: 50 });
  const { json } = await client.post(IMAGES, { model: 'alder/canvas', prompt: 'a cat', ...more });
  return { id: String(at(json, 'id')), poll: String(at(json, 'poll_url')) };
}

async function clip(client: ProbeClient, more: Record<string, unknown> = {}) {
  const { status, json } = await client.post(VIDEOS, { model: CLIP, prompt: 'x', ...more });
  return {
    status,
    json,
    id: String(at(json, 'id')),
    poll: String(at(json, 'poll_url')),
    amount: Number(at(json, 'price.amount')),
  };
}

async function newGroup(client: ProbeClient): Promise<string> {
  return String(at((await client.post('/v1/realface/init', { name: 'A' })).json, 'group_id'));
}

const images: Record<string, Probe> = {
  'image-wide-price': async (client) => {
    const picture = { model: 'cedar/sketch', prompt: 'x' };
    const wide = await client.cost(() => client.post(IMAGES, { ...picture, size: '1344x768' }));
    const tall = await client.cost(() => client.post(IMAGES, { ...picture, size: '768x1344' }));
    return wide === tall && wide === 0.01575 * USD;
  },
  'image-async-n': async (client) => {
    const cost = await client.cost(async () => {
      const { poll } = await slowImage(client, { n: 3 });
      await client.advance(51);
      await client.get(poll);
    });
    return cost === Math.round(0.063 * USD);
  },
  'image-base64-backed-up': async (client) => {
    await client.script(`POST ${IMAGES}`, 'mirror_fail');
    const { json } = await client.post(IMAGES, { model: 'alder/canvas', prompt: 'x' });
    return at(json, 'data.0.backed_up') === false;
  },
  'image-result-id': async (client) => {
    const { id, poll } = await slowImage(client);
    await client.advance(51);
    const seen = await client.get(poll);
    return seen.status === 200 && at(seen.json, 'id') === id;
  },
};

const videos: Record<string, Probe> = {
  'video-claim-day': async (client) => {
    const { poll } = await clip(client);
    await client.advance(36 * 3600);
    return (await client.get(poll)).status === 200;
  },
  'video-never-started': async (client) => {
    await client.script(`POST ${VIDEOS}`, 'slow', { seconds: 60 });
    const { id, poll } = await clip(client);
    await client.event('video_job', id, 'started');
    return at((await client.get(poll)).json, 'status') === 'in_progress';
  },
  'video-type-last-frame': async (client) => {
    const seen = await clip(client, { image_url: PHOTO, last_frame_url: PHOTO, input_type: 'image' });
    return seen.status === 400 && at(seen.json, 'inferred_input_type') === 'first_last_frame';
  },
  'video-seed-discount': async (client) => {
    const text = await clip(client);
    const seeded = await clip(client, { image_url: PHOTO });
    return text.status === 202 && seeded.status === 202 && text.amount === seeded.amount;
  },
  'video-quote-480p': async (client) => {
    let quote = 0;
    const cost = await client.cost(async () => {
      const { poll, amount } = await clip(client, { resolution: '480p' });
      quote = amount;
      await client.advance(60);
      await client.get(poll);
    });
    return cost === Math.round(quote * USD);
  },
  'video-poll-any-key': async (client) => {
    const other = await client.newKey();
    const { poll } = await clip(client);
    await client.advance(60);
    return (await other.get(poll)).status >= 400 && (await client.get(poll)).status === 200;
  },
};

const speech: Record<string, Probe> = {
  'speech-speed-edge': async (client) =>
    (await client.post('/v1/audio/speech', { input: 'Hello', speed: 0.7 })).status === 200,
  'speech-directed-voice': async (client) => {
    const body = { model: 'wren/directed', input: 'Hello', voice: 'no-such-voice' };
    return (await client.post('/v1/audio/speech', body)).status === 200;
  },
};

const faces: Record<string, Probe> = {
  'face-pending-charged': async (client) => {
    const group_id = await newGroup(client);
    let status = 0;
    const cost = await client.cost(async () => {
      ({ status } = await client.post('/v1/realface/enroll', { name: 'A', image_url: PHOTO, group_id }));
    });
    return status === 425 && cost === 0;
  },
  'face-refresh-uncounted': async (client) => {
    const groupId = await newGroup(client);
    for (let index = 0; index < 9; index++) await client.post('/v1/realface/init', { name: 'A', groupId });
    return (await client.post('/v1/realface/init', { name: 'A', groupId })).status === 429;
  },
  'face-group-bound': async (client) => {
    const group_id = await newGroup(client);
    await client.event('realface', group_id, 'liveness_passed');
    const other = await client.newKey();
    const { json } = await other.post('/v1/realface/enroll', { name: 'A', image_url: PHOTO, group_id });
    return String(at(json, 'asset_id')).startsWith('ta_');
  },
};

/** More probes of media, assets, phone and data services. */
export const servicesMoreProbes: Record<string, Probe> = { ...images, ...videos, ...speech, ...faces, ...dataProbes };
