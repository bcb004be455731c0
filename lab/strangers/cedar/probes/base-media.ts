import type { Client } from './client.ts';
import { at, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const IMAGES = `${B}/images/generations`;
const VIDEOS = `${B}/videos/generations`;
const A1 = 'ember/ember-image-1';
const tree = { model: A1, prompt: 'a tree' };

async function slowImage(c: Client, seconds = 60) {
  await c.script('POST /api/v1/images/generations', 'slow', { seconds });
  return c.pay('POST', IMAGES, tree);
}
async function finishedImage(c: Client) {
  const r = await slowImage(c);
  await c.event('image_job', textAt(r.body, 'id'), 'finished');
  return r;
}

export const baseMedia: Record<string, Probe> = {
  'replay-hides-job': async (c) => {
    const r = await slowImage(c);
    const again = await c.raw('POST', IMAGES, tree, { 'PAYMENT-SIGNATURE': r.header });
    return (
      again.status === 402 &&
      at(again.body, 'code') === 'PAYMENT_REPLAY' &&
      at(again.body, 'job_id') === at(r.body, 'id') &&
      at(again.body, 'poll_url') === at(r.body, 'poll_url') &&
      at(again.body, 'recoverable') === true
    );
  },
  'every-fresh-poll-settles': async (c) => {
    const r = await finishedImage(c);
    const first = await c.pay('GET', textAt(r.body, 'poll_url'));
    const second = await c.pay('GET', textAt(r.body, 'poll_url'));
    return (
      at(first.body, 'payment', 'status') === 'settled' &&
      at(second.body, 'payment', 'status') === 'already_settled' &&
      (await c.ledger()).length === 1
    );
  },
  'finished-job-for-any-wallet': async (c) => {
    const r = await finishedImage(c);
    await c.pay('GET', textAt(r.body, 'poll_url'));
    return (await c.pay('GET', textAt(r.body, 'poll_url'), undefined, { wallet: c.other })).status === 403;
  },
  'poll-settlement-failure-is-final': async (c) => {
    const r = await finishedImage(c);
    await c.control('POST', '/settlement', { outcome: 'fail', times: 1 });
    const first = await c.pay('GET', textAt(r.body, 'poll_url'));
    const second = await c.pay('GET', textAt(r.body, 'poll_url'));
    return (
      first.status === 402 &&
      at(first.body, 'error') === 'Payment settlement failed' &&
      second.status === 200 &&
      at(second.body, 'payment', 'status') === 'settled'
    );
  },
  'image-never-stalls': async (c) => {
    const r = await slowImage(c, 5000);
    await c.advance(3601);
    const p = await c.pay('GET', textAt(r.body, 'poll_url'));
    return p.status === 200 && at(p.body, 'status') === 'failed' && at(p.body, 'payment_status') === 'not_charged';
  },
  'claimable-one-hour': async (c) => {
    const r = await c.pay('POST', VIDEOS, { prompt: 'a river' });
    await c.event('video_job', textAt(r.body, 'id'), 'finished');
    await c.advance(40 * 3600);
    const p = await c.pay('GET', textAt(r.body, 'poll_url'));
    return p.status === 200 && at(p.body, 'payment', 'status') === 'settled';
  },
  'poll-query-unsigned': async (c) => {
    const r = await c.pay('POST', VIDEOS, { prompt: 'a river', duration_seconds: 4 });
    const p = await c.raw('GET', textAt(r.body, 'poll_url').replace('duration=4', 'duration=1'), undefined, {
      'PAYMENT-SIGNATURE': r.header,
    });
    return p.status === 400;
  },
  'img-c-tall-cell': async (c) => {
    const price = (size: string) => c.price('POST', IMAGES, { model: 'moss/moss-view', prompt: 'x', size });
    return (
      (await price('768x1344')) === 16_750 &&
      (await price('1344x768')) === 16_750 &&
      (await price('1440x1440')) === 22_000
    );
  },
  'base64-source-kept': async (c) => {
    const r = await c.pay('POST', IMAGES, tree);
    return r.status === 200 && !textAt(r.body, 'data', 0, 'source_url').includes('base64');
  },
  'video-window-300': async (c) =>
    at((await c.raw('POST', VIDEOS, { prompt: 'x' })).body, 'accepts', 0, 'maxTimeoutSeconds') === 600,
  'video-1080p-factor-2': async (c) => {
    const price = async (resolution: string) =>
      (await c.price('POST', VIDEOS, {
        model: 'sedge/sedge-dance-1.5',
        prompt: 'x',
        duration_seconds: 12,
        resolution,
      })) - 1000;
    return Math.abs((await price('1080p')) / (await price('720p')) - 2.25) < 0.001;
  },
  'speech-v3-max-10000': async (c) => {
    const price = (n: number) =>
      c.price('POST', `${B}/audio/speech`, { model: 'brook/brook-v3', input: 'a'.repeat(n) });
    return (await price(5000)) > 0 && (await price(5001)) === -400;
  },
};
