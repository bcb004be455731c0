import type { Client } from './client.ts';
import { at, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const IMAGES = `${B}/images/generations`;
const VIDEOS = `${B}/videos/generations`;
const SPEECH = `${B}/audio/speech`;
const tree = { model: 'ember/ember-image-1', prompt: 'a tree' };
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = `data:image/png;base64,${PIXEL}`;
const face = { model: 'sedge/sedge-dance-2', prompt: 'a river', real_face_asset_id: 'ta_0123456789' };

/** A video job whose upstream has finished. */
async function finishedVideo(c: Client) {
  const r = await c.pay('POST', VIDEOS, { prompt: 'a river' });
  await c.event('video_job', textAt(r.body, 'id'), 'finished');
  return r;
}
/** An edit as a form with so many files. */
function form(files: number): FormData {
  const f = new FormData();
  f.set('model', 'fern/petal');
  f.set('prompt', 'a hat');
  const file = new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' });
  for (let i = 0; i < files; i += 1) f.append('image[]', file, `${i}.png`);
  return f;
}

export const baseMediaRules: Record<string, Probe> = {
  'image-fee-per-picture': async (c) => {
    const price = (n: number) => c.price('POST', IMAGES, { ...tree, n });
    return (await price(1)) === 22_000 && (await price(3)) === 64_000;
  },
  'later-poll-forgets-hash': async (c) => {
    const r = await finishedVideo(c);
    const first = await c.pay('GET', textAt(r.body, 'poll_url'));
    const second = await c.pay('GET', textAt(r.body, 'poll_url'));
    const hash = at(first.body, 'payment', 'tx_hash');
    return typeof hash === 'string' && at(second.body, 'payment', 'tx_hash') === hash;
  },
  'expired-authorization-settles': async (c) => {
    const r = await finishedVideo(c);
    await c.advance(700);
    const stale = await c.raw('GET', textAt(r.body, 'poll_url'), undefined, { 'PAYMENT-SIGNATURE': r.header });
    const untouched = (await c.ledger()).length === 0;
    const fresh = await c.pay('GET', textAt(r.body, 'poll_url'));
    return stale.status === 402 && untouched && at(fresh.body, 'payment', 'status') === 'settled';
  },
  'edit-cap-json-only': async (c) => {
    const path = `${B}/images/image2image`;
    const json = (n: number) =>
      c.price('POST', path, { model: 'fern/petal', prompt: 'a hat', image: Array(n).fill(picture) });
    const multipart = async (n: number) => (await c.raw('POST', path, form(n))).status;
    return (
      (await json(3)) > 0 && (await json(4)) === -400 && (await multipart(3)) === 402 && (await multipart(4)) === 400
    );
  },
  'references-with-face': async (c) => {
    const references = { reference_image_urls: ['https://example.com/a.png'] };
    return (
      (await c.price('POST', VIDEOS, { ...face, ...references })) === -400 &&
      (await c.price('POST', VIDEOS, { model: face.model, prompt: 'a river', ...references })) > 0
    );
  },
  'reference-gate-after-payment': async (c) => {
    const body = { model: face.model, prompt: 'a river', reference_videos: [{ url: 'https://example.com/a.mp4' }] };
    return (await c.raw('POST', VIDEOS, body)).status === 503;
  },
  'poll-sig-forgets-image-flag': async (c) => {
    const r = await c.pay('POST', VIDEOS, { prompt: 'a river', image_url: picture });
    const url = textAt(r.body, 'poll_url');
    const bent = url.replace('i2v=1', 'i2v=0');
    const status = async (path: string) =>
      (await c.raw('GET', path, undefined, { 'PAYMENT-SIGNATURE': r.header })).status;
    return bent !== url && (await status(bent)) === 400 && (await status(url)) < 300;
  },
  'speech-minimum-before-margin': async (c) => {
    const price = (n: number) => c.price('POST', SPEECH, { input: 'a'.repeat(n) });
    return (await price(10)) === 3000 && (await price(1000)) === 52_500;
  },
  'speech-price-from-payment': async (c) => {
    const short = { input: 'a'.repeat(100) };
    const header = await c.sign(at((await c.raw('POST', SPEECH, short)).body, 'accepts', 0));
    const r = await c.raw('POST', SPEECH, { input: 'a'.repeat(9000) }, { 'PAYMENT-SIGNATURE': header });
    return r.status === 402 && at(r.body, 'code') === 'PAYMENT_INVALID' && (await c.ledger()).length === 0;
  },
  'lyrics-with-instrumental-false': async (c) => {
    const price = (more: object) =>
      c.price('POST', `${B}/audio/generations`, { prompt: 'rain', lyrics: 'la', ...more });
    return (
      (await price({ instrumental: false })) > 0 &&
      (await price({})) > 0 &&
      (await price({ instrumental: true })) === -400
    );
  },
};
