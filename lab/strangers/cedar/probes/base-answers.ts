import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const IMAGES = `${B}/images/generations`;
const INIT = `${B}/realface/init`;
const picture = { model: 'ember/ember-image-1', prompt: 'a tree' };
const micro = (usd: unknown) => Math.round(Number(usd) * 1e6);

export const baseAnswers: Record<string, Probe> = {
  'text-price-without-fee': async (c) => {
    const messages = [{ role: 'user', content: 'hello' }];
    const r = await c.raw('POST', `${B}/chat/completions`, { model: 'hazel/hazel-medium', messages });
    return r.status === 402 && micro(at(r.body, 'price', 'amount')) === numberAt(r.body, 'accepts', 0, 'amount');
  },
  'poll-url-absolute': async (c) => {
    await c.script('POST /api/v1/images/generations', 'slow');
    const r = await c.pay('POST', IMAGES, picture);
    return r.status === 202 && textAt(r.body, 'poll_url').startsWith('/');
  },
  'poll-receipt-is-job-id': async (c) => {
    await c.script('POST /api/v1/images/generations', 'slow');
    const r = await c.pay('POST', IMAGES, picture);
    await c.event('image_job', textAt(r.body, 'id'), 'finished');
    const poll = new URL(textAt(r.body, 'poll_url'), c.url).pathname;
    const p = await c.raw('GET', poll, undefined, { 'PAYMENT-SIGNATURE': r.header });
    return p.status === 200 && p.headers.get('x-payment-receipt') === at(listAt(await c.ledger())[0], 'tx_hash');
  },
  'refreshed-link-keeps-deadline': async (c) => {
    const groupId = textAt((await c.raw('POST', INIT, { name: 'Ada' })).body, 'group_id');
    await c.advance(100);
    await c.raw('POST', INIT, { name: 'Ada', groupId });
    await c.advance(60);
    await c.event('realface', groupId, 'liveness_passed');
    return at((await c.raw('GET', `${B}/realface/status?groupId=${groupId}`)).body, 'status') === 'active';
  },
  'search-timeout-is-504': async (c) => {
    await c.script('POST /api/v1/{websearch}/search', 'timeout');
    const r = await c.pay('POST', `${B}/lookout/search`, { query: 'tea' });
    return r.status === 500 && at(r.body, 'error') === 'Internal server error';
  },
  'retired-outcome-not-found': async (c) => {
    for (const path of ['matching-markets', 'matching-markets/pairs', 'markets', 'markets/listings', 'outcomes/7'])
      if ((await c.raw('GET', `${B}/pm/${path}`)).status !== 410) return false;
    return true;
  },
};
