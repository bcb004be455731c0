import { at, listAt, numberAt, textAt } from './client.ts';
import type { Probe } from './run.ts';

const B = '/api/v1';
const IMAGES = `${B}/images/generations`;
const EFFECT = `${B}/audio/sound-effects`;
const INIT = `${B}/realface/init`;
const CREATE = `${B}/sandpit/sandbox/create`;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const A1 = 'ember/ember-image-1';
const task = { to: '+15551234567', task: 'Say hello to the person who answers.' };
const micro = (usd: unknown) => Math.round(Number(usd) * 1e6);

export const baseDetails: Record<string, Probe> = {
  'poll-challenge-hides-model': async (c) => {
    await c.script('POST /api/v1/images/generations', 'slow');
    const r = await c.pay('POST', IMAGES, { model: A1, prompt: 'a tree' });
    const p = await c.raw('GET', textAt(r.body, 'poll_url'));
    return p.status === 402 && at(p.body, 'job_id') === at(r.body, 'id') && at(p.body, 'model') === A1;
  },
  'breakdown-swapped': async (c) => {
    const parts = async (max_tokens: number) => {
      const body = { model: 'hazel/hazel-medium', messages: [{ role: 'user', content: 'hello' }], max_tokens };
      return at((await c.raw('POST', `${B}/chat/completions`, body)).body, 'price', 'breakdown');
    };
    const [low, high] = [await parts(100), await parts(10_000)];
    return at(low, 'inputCost') === at(high, 'inputCost') && numberAt(low, 'outputCost') < numberAt(high, 'outputCost');
  },
  'result-price-of-one': async (c) => {
    const r = await c.pay('POST', IMAGES, { model: A1, prompt: 'a tree', n: 3 });
    return r.status === 200 && micro(at(r.body, 'price', 'amount')) === numberAt((await c.ledger())[0], 'amount');
  },
  'form-size-ignored': async (c) => {
    const price = async (size: string) => {
      const f = new FormData();
      for (const [k, v] of Object.entries({ model: A1, prompt: 'a hat', size })) f.set(k, v);
      f.append('image[]', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), '0.png');
      return numberAt((await c.raw('POST', `${B}/images/image2image`, f)).body, 'accepts', 0, 'amount');
    };
    const image = `data:image/png;base64,${PIXEL}`;
    const wide = await c.price('POST', `${B}/images/image2image`, { model: A1, prompt: 'x', image, size: '1536x1024' });
    return (await price('1536x1024')) === wide && (await price('1024x1024')) < wide;
  },
  'catalog-cap-of-older-model': async (c) => {
    for (const m of listAt((await c.raw('GET', `${B}/video/models`)).body, 'models')) {
      const price = (duration_seconds: number) =>
        c.price('POST', `${B}/videos/generations`, { model: at(m, 'id'), prompt: 'x', duration_seconds });
      const most = numberAt(m, 'pricing', 'max_duration_seconds');
      if ((await price(most)) < 0 || (await price(most + 1)) !== -400) return false;
    }
    return true;
  },
  'long-effect-costs-double': async (c) => {
    const price = (duration_seconds: number) => c.price('POST', EFFECT, { text: 'a door', duration_seconds });
    return (await price(0.5)) === 53_500 && (await price(22)) === 53_500;
  },
  'face-refresh-uncounted': async (c) => {
    const first = await c.raw('POST', INIT, { name: 'Ada' });
    const groupId = textAt(first.body, 'group_id');
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) statuses.push((await c.raw('POST', INIT, { name: 'Ada', groupId })).status);
    return statuses.slice(0, 9).every((s) => s === 200) && statuses[9] === 429;
  },
  'released-number-still-calls': async (c) => {
    const phoneNumber = textAt((await c.pay('POST', `${B}/phone/numbers/buy`, {})).body, 'phone_number');
    const calls = async () => (await c.pay('POST', `${B}/voice/call`, { ...task, from: phoneNumber })).status;
    const before = await calls();
    await c.pay('POST', `${B}/phone/numbers/release`, { phoneNumber });
    return before === 200 && (await calls()) === 403;
  },
  'call-length-in-seconds': async (c) => {
    await c.pay('POST', `${B}/phone/numbers/buy`, {});
    const id = textAt((await c.pay('POST', `${B}/voice/call`, task)).body, 'call_id');
    await c.event('voice_call', id, 'answered');
    await c.advance(120);
    await c.event('voice_call', id, 'ended', { ended_by: 'USER' });
    const length = numberAt((await c.raw('GET', `${B}/voice/call/${id}`)).body, 'call_length');
    return length >= 1.9 && length <= 2.5;
  },
  'sandbox-whole-cpus': async (c) =>
    (await c.price('POST', CREATE, { cpu: 1 })) === 11_000 && (await c.price('POST', CREATE, { cpu: 0.5 })) === 11_000,
  'similar-not-discovered': async (c) => {
    for (const name of ['search', 'answer', 'contents', 'find-similar'])
      if ((await c.raw('GET', `${B}/lookout/${name}`)).status !== 402) return false;
    return true;
  },
  'identities-priced-by-page': async (c) => {
    const price = (n: number) =>
      c.price('POST', `${B}/pm/agora/wallet/identities`, {
        addresses: Array.from({ length: n }, (_v, i) => `0x${String(i).padStart(40, '0')}`),
      });
    return (await price(1)) === 8500 && (await price(200)) === 8500;
  },
};
