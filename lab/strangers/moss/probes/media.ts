import { at, type Probe, type ProbeClient } from './client.ts';
import { serviceProbes } from './media-services.ts';

const PHOTO = 'https://example.com/a.png';
const IMAGES = '/v1/images/generations';
const VIDEOS = '/v1/videos/generations';
const USD = 1e9;

async function slowImage(client: ProbeClient, seconds: number): Promise<{ id: string; poll: string }> {
  await client.script(`POST ${IMAGES}`, 'slow', { seconds });
  const { json } = await client.post(IMAGES, { model: 'alder/canvas', prompt: 'a cat' });
  return { id: String(at(json, 'id')), poll: String(at(json, 'poll_url')) };
}

async function portrait(client: ProbeClient): Promise<string> {
  const { json } = await client.post('/v1/portrait/enroll', { name: 'A', image_url: PHOTO });
  return String(at(json, 'asset_id'));
}

async function newGroup(client: ProbeClient): Promise<string> {
  return String(at((await client.post('/v1/realface/init', { name: 'A' })).json, 'group_id'));
}

const visual: Record<string, Probe> = {
  'image-stall-charged': async (client) => {
    const cost = await client.cost(async () => {
      const { poll } = await slowImage(client, 9000);
      await client.advance(3601);
      await client.get(poll);
    });
    return cost === 0;
  },
  'job-settles-twice': async (client) => {
    const { id, poll } = await slowImage(client, 600);
    await client.event('image_job', id, 'finished');
    let states: unknown[] = [];
    const cost = await client.cost(async () => {
      const seen = await Promise.all([client.get(poll), client.get(poll)]);
      states = seen.map(({ json }) => at(json, 'payment.status')).sort();
    });
    return cost === 0.021 * USD && states.join() === 'already_settled,settled';
  },
  'video-motion-range': async (client) => {
    const clip = { model: 'russet/motion', prompt: 'x', duration_seconds: 6 };
    return (await client.post(VIDEOS, clip)).status === 400;
  },
  'video-reel-2-default': async (client) => {
    const clip = { model: 'garnet/reel-2', prompt: 'x' };
    const usual = await client.post(VIDEOS, clip);
    const named = await client.post(VIDEOS, { ...clip, resolution: '480p' });
    return usual.status === 202 && at(usual.json, 'price.amount') === at(named.json, 'price.amount');
  },
  'video-reference-face': async (client) => {
    const real_face_asset_id = await portrait(client);
    const clip = { model: 'sable/clip-2', prompt: 'x', real_face_asset_id };
    const alone = await client.post(VIDEOS, clip);
    const both = await client.post(VIDEOS, { ...clip, reference_image_urls: [PHOTO] });
    return alone.status === 202 && both.status === 400;
  },
  'face-refresh-link': async (client) => {
    const groupId = await newGroup(client);
    await client.advance(121);
    await client.post('/v1/realface/init', { name: 'A', groupId });
    await client.event('realface', groupId, 'liveness_passed');
    const { json } = await client.get(`/v1/realface/status?groupId=${groupId}`);
    return at(json, 'status') === 'active';
  },
};

const audio: Record<string, Probe> = {
  'speech-bytes': async (client) => {
    const cost = await client.cost(() => client.post('/v1/audio/speech', { input: 'ü'.repeat(200) }));
    return cost === 0.0105 * USD;
  },
  'speech-no-cap': async (client) => {
    const speech = { model: 'wren/directed', input: 'a'.repeat(3000) };
    let seconds: unknown;
    const cost = await client.cost(async () => {
      seconds = at((await client.post('/v1/audio/speech', speech)).json, 'data.0.duration_seconds');
    });
    return typeof seconds === 'number' && seconds <= 120 && cost <= 0.36 * USD;
  },
  'effect-whole-seconds': async (client) => {
    const effect = { text: 'rain', duration_seconds: 1.5 };
    return (await client.post('/v1/audio/sound-effects', effect)).status === 200;
  },
  'music-lyrics-false': async (client) => {
    const song = { prompt: 'x', instrumental: false, lyrics: 'la la' };
    return (await client.post('/v1/audio/generations', song)).status === 200;
  },
};

/** Probes of media, faces, phone and data. */
export const mediaProbes: Record<string, Probe> = { ...visual, ...audio, ...serviceProbes };
