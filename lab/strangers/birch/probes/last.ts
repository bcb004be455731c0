import { inside, type ProbeClient, str } from './client.ts';

const IMAGES = '/api/v1/images/generations';
const FACES = '/api/v1/realface';
const NUMBERS = '/api/v1/phone/numbers';

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Probes of the last faults: true when the gateway behaves rightly. */
export const lastProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'responses-item-role': async (client) => {
    const input = [
      { role: 'user', content: 'How tall is the oak?' },
      { type: 'function_call', call_id: 'call_1', name: 'height', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: '31 m' },
    ];
    const body = { model: client.model('responses'), input };
    return (await client.call({ path: '/api/v1/responses', body })).status === 402;
  },
  'face-group-owned': async (client) => {
    const opened = await client.call({ path: `${FACES}/init`, body: { name: 'Ada' } });
    const id = str(opened.body, 'group_id');
    await client.event('realface', id, 'liveness_passed');
    const body = { name: 'Ada', image_url: 'https://pictures.example.com/face.png', group_id: id };
    const first = await client.pay({ path: `${FACES}/enroll`, body });
    const second = await client.pay({ path: `${FACES}/enroll`, body }, { wallet: client.other });
    return [first, second].every(({ status, body: made }) => status < 300 && str(made, 'asset_id').startsWith('ta_'));
  },
  'list-q-prefix': async (client) => {
    const symbols = (text: string) => list(inside(JSON.parse(text), 'symbols')).map((item) => str(item, 'symbol'));
    const all = symbols((await client.get('/api/v1/commodity/list')).text);
    const found = symbols((await client.get('/api/v1/commodity/list?q=AU-U')).text);
    return all.includes('XAU-USD') && found.includes('XAU-USD') && found.length < all.length;
  },
  'release-at-expiry': async (client) => {
    const bought = await client.pay({ path: `${NUMBERS}/buy`, body: {} });
    const body = { phoneNumber: str(bought.body, 'phone_number') };
    const released = await client.pay({ path: `${NUMBERS}/release`, body });
    const call = { to: '+15551234567', task: 'Ask when the shop opens.' };
    const placed = await client.pay({ path: '/api/v1/voice/call', body: call });
    return bought.status < 300 && released.status === 200 && placed.status === 403;
  },
  'poll-price-single': async (client) => {
    await client.script(`POST ${IMAGES}`, 'slow', { seconds: 300 });
    const ask = { path: IMAGES, body: { model: client.model('IMG-A1'), prompt: 'a fox', n: 3 } };
    const asked = await client.quote(ask);
    const posted = await client.pay(ask);
    return posted.status === 202 && (await client.quote({ path: str(posted.body, 'poll_url') })) === asked;
  },
  'music-duration-echoed': async (client) => {
    const body = { prompt: 'a song about foxes', duration_seconds: 20 };
    const made = await client.pay({ path: '/api/v1/audio/generations', body });
    const seconds = Number(inside(made.body, 'data', 0, 'duration_seconds'));
    return made.status === 200 && seconds > 120 && seconds < 240;
  },
  'details-first-only': async (client) => {
    const body = { model: client.model('IMG-A1'), prompt: 5, n: 'two', size: '7x7' };
    const refused = await client.call({ path: IMAGES, body });
    const details = JSON.stringify(list(refused.body.details));
    return refused.status === 400 && ['prompt', 'n', 'size'].every((name) => details.includes(`"${name}"`));
  },
  'payment-info-mainnet': async (client) => {
    const ask = { path: IMAGES, body: { model: client.model('IMG-A1'), prompt: 'a fox' } };
    const { status, body } = await client.call(ask);
    const named = [str(body, 'accepts', 0, 'network'), str(body, 'paymentInfo', 'network')];
    return status === 402 && named.every((network) => network === 'eip155:84532');
  },
};
