import { type Answer, inside, type ProbeClient, str } from './client.ts';

const IMAGE_URL = 'https://pictures.example.com/face.png';
const SPEECH = '/api/v1/audio/speech';
const NUMBERS = '/api/v1/phone/numbers';
const DAY = 86_400;

/** Open a face group and complete its liveness check. */
async function activeGroup(client: ProbeClient): Promise<string> {
  const opened = await client.call({ path: '/api/v1/realface/init', body: { name: 'Ada' } });
  const id = str(opened.body, 'group_id');
  await client.event('realface', id, 'liveness_passed');
  return id;
}

function enrollPortrait(client: ProbeClient, url: string): Promise<Answer> {
  return client.pay({ path: '/api/v1/portrait/enroll', body: { name: 'Ada', image_url: url } });
}

/** Buy a number for the payer. */
async function buy(client: ProbeClient): Promise<Answer> {
  return client.pay({ path: `${NUMBERS}/buy`, body: {} });
}

function renew(client: ProbeClient, bought: Answer, wallet: ProbeClient['payer']): Promise<Answer> {
  return client.pay({ path: `${NUMBERS}/renew`, body: { phoneNumber: str(bought.body, 'phone_number') } }, { wallet });
}

function expiry(answer: Answer): number {
  return Date.parse(str(answer.body, 'expires_at')) / 1000;
}

/** Probes of portraits, faces, speech, sound effects, numbers and calls. */
export const assetProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'face-private-172': async (client) => {
    const inner = await enrollPortrait(client, 'https://172.20.1.1/face.png');
    const outer = await enrollPortrait(client, 'https://172.32.1.1/face.png');
    return inner.status === 400 && outer.status < 300;
  },
  'portraits-address-case': async (client) => {
    await enrollPortrait(client, IMAGE_URL);
    const { address } = client.payer;
    const counts = [address, address.toLowerCase()].map(
      async (text) => (await client.get(`/api/v1/wallet/${text}/portraits`)).body.count,
    );
    return (await Promise.all(counts)).every((count) => count === 1);
  },
  'face-settlement-402': async (client) => {
    const id = await activeGroup(client);
    await client.failSettlements();
    const body = { name: 'Ada', image_url: IMAGE_URL, group_id: id };
    const enrolled = await client.pay({ path: '/api/v1/realface/enroll', body });
    return enrolled.status < 300 && str(enrolled.body, 'asset_id').startsWith('ta_');
  },
  'face-refresh-uncounted': async (client) => {
    const id = await activeGroup(client);
    const states: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const body = { name: 'Ada', groupId: id };
      states.push((await client.call({ path: '/api/v1/realface/init', body })).status);
    }
    return states.slice(0, 9).every((status) => status === 200) && states[9] === 429;
  },
  'speech-directed-uncapped': async (client) => {
    const body = { model: client.model('prompt-directed audio model'), input: 'a'.repeat(3000) };
    const quoted = await client.call({ path: SPEECH, body });
    return quoted.status === 402 && Number(inside(quoted.body, 'generation_info', 'estimated_seconds')) <= 120;
  },
  'effect-whole-seconds': async (client) => {
    const body = { text: 'a door falls shut', duration_seconds: 1.5 };
    return (await client.pay({ path: '/api/v1/audio/sound-effects', body })).status === 200;
  },
  'call-counts-expired': async (client) => {
    const first = await buy(client);
    await client.advance(29 * DAY);
    const second = await buy(client);
    await client.advance(2 * DAY);
    const body = { to: '+15551234567', task: 'Ask when the shop opens.' };
    const placed = await client.pay({ path: '/api/v1/voice/call', body });
    return first.status < 300 && second.status < 300 && placed.status < 300;
  },
  'renew-from-now': async (client) => {
    const bought = await buy(client);
    await client.advance(10 * DAY);
    const renewed = await renew(client, bought, client.payer);
    return Math.abs(expiry(renewed) - expiry(bought) - 30 * DAY) < 60;
  },
  'wrong-wallet-leak': async (client) => {
    const bought = await buy(client);
    const refused = await renew(client, bought, client.other);
    const { reason, your_active_numbers: numbers } = refused.body;
    return refused.status === 403 && reason === 'wrong_wallet' && Array.isArray(numbers) && numbers.length === 0;
  },
};
