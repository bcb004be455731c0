import { type Answer, inside, type Obj, type ProbeClient, str } from './client.ts';

type Probe = (client: ProbeClient) => Promise<boolean>;

const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const VIDEOS = '/api/v1/videos/generations';
const SPEECH = '/api/v1/audio/speech';
const NUMBERS = '/api/v1/phone/numbers';
const CALL = '/api/v1/voice/call';
const FACES = '/api/v1/realface';
const BOX = '/api/v1/{sandbox}/sandbox';
const DAY = 86_400;

function video(client: ProbeClient, label: string, more: Obj): Promise<Answer> {
  return client.call({ path: VIDEOS, body: { model: client.model(label), prompt: 'a fox runs', ...more } });
}

function amount(answer: Answer): number {
  return answer.status === 402 ? Number(str(answer.body, 'accepts', 0, 'amount')) : -1;
}

function speech(client: ProbeClient, label: string, input: string, more: Obj = {}): Promise<Answer> {
  return client.call({ path: SPEECH, body: { model: client.model(label), input, ...more } });
}

const videoProbes: Record<string, Probe> = {
  'video-s25-seed-discount': async (client) => {
    const plain = amount(await video(client, 'VID-S25', {}));
    return plain > 0 && plain === amount(await video(client, 'VID-S25', { image_url: PICTURE }));
  },
  'video-audio-ungated': async (client) => {
    const items = [{ url: 'https://sounds.example.com/a.mp3' }];
    return (await video(client, 'VID-S2', { reference_audios: items })).status === 503;
  },
  'video-jpeg-unchecked': async (client) => {
    const bytes = Buffer.from('this is no image').toString('base64');
    const states = ['png', 'jpeg'].map(
      async (kind) => (await video(client, 'VID-S2', { image_url: `data:image/${kind};base64,${bytes}` })).status,
    );
    return (await Promise.all(states)).every((status) => status === 400);
  },
  'video-reference-with-face': async (client) => {
    const references = { reference_image_urls: [PICTURE] };
    const both = await video(client, 'VID-S2', { ...references, real_face_asset_id: 'ta_AbCdEfGh12345678' });
    return both.status === 400 && (await video(client, 'VID-S2', references)).status === 402;
  },
  'video-s15-default-tier': async (client) => {
    const plain = amount(await video(client, 'VID-S15', {}));
    return plain > 0 && plain === amount(await video(client, 'VID-S15', { resolution: '720p' }));
  },
  'video-poll-receipt': async (client) => {
    const content = [{ type: 'text', text: 'a fox runs' }];
    const posted = await client.pay({ path: '/api/v1/videos', body: { content } });
    await client.event('video_job', str(posted.body, 'id'), 'finished');
    const { status, headers } = await client.pay({ path: str(posted.body, 'poll_url') });
    return status === 200 && headers.has('payment-response') && headers.has('x-payment-receipt');
  },
  'video-claim-day': async (client) => {
    const posted = await client.pay({ path: VIDEOS, body: { prompt: 'a fox runs' } });
    await client.event('video_job', str(posted.body, 'id'), 'finished');
    await client.advance(36 * 3600);
    const polled = await client.pay({ path: str(posted.body, 'poll_url') });
    return polled.status === 200 && str(polled.body, 'payment', 'status') === 'settled';
  },
  'video-stays-queued': async (client) => {
    await client.script(`POST ${VIDEOS}`, 'slow', { seconds: 300 });
    const posted = await client.pay({ path: VIDEOS, body: { prompt: 'a fox runs' } });
    await client.event('video_job', str(posted.body, 'id'), 'started');
    const polled = await client.pay({ path: str(posted.body, 'poll_url') });
    return polled.status === 202 && polled.body.status === 'in_progress';
  },
};

const audioProbes: Record<string, Probe> = {
  'speech-minimum-margin': async (client) => {
    // With or without the flat fee on top: only the minimum counts.
    const short = amount(await speech(client, 'flash', 'Hello.'));
    return short === 3000 || short === 4000;
  },
  'speech-expressive-limit': async (client) => {
    const most = await speech(client, 'expressive v3', 'a'.repeat(5000));
    const more = await speech(client, 'expressive v3', 'a'.repeat(5001));
    return most.status === 402 && more.status === 400;
  },
  'directed-voice-refused': async (client) =>
    (await speech(client, 'prompt-directed audio model', 'Hello there.', { voice: 'sarah' })).status === 402,
  'music-lyrics-missing': async (client) => {
    const made = await client.pay({ path: '/api/v1/audio/generations', body: { prompt: 'a song about foxes' } });
    return made.status === 200 && typeof inside(made.body, 'data', 0, 'lyrics') === 'string';
  },
};

const assetProbes: Record<string, Probe> = {
  'phone-list-unknown-key': async (client) => {
    const [plain, more] = [{}, { country: 'US' }].map((body) => client.call({ path: `${NUMBERS}/list`, body }));
    return (await plain)?.status === 402 && (await more)?.status === 400;
  },
  'renew-late': async (client) => {
    const bought = await client.pay({ path: `${NUMBERS}/buy`, body: {} });
    await client.advance(31 * DAY);
    const body = { phoneNumber: str(bought.body, 'phone_number') };
    const renewed = await client.pay({ path: `${NUMBERS}/renew`, body });
    return bought.status < 300 && renewed.status === 403;
  },
  'call-length-seconds': async (client) => {
    await client.pay({ path: `${NUMBERS}/buy`, body: {} });
    const body = { to: '+15551234567', task: 'Ask when the shop opens.' };
    const id = str((await client.pay({ path: CALL, body })).body, 'call_id');
    await client.event('voice_call', id, 'answered');
    await client.advance(120);
    await client.event('voice_call', id, 'ended', { ended_by: 'USER' });
    const length = Number((await client.get(`${CALL}/${id}`)).body.call_length);
    return length >= 1.9 && length <= 2.2;
  },
  'face-handle-400': async (client) => {
    const states = ['legacy_rf_12345678', 'A'.repeat(215)].map(
      async (id) => (await client.get(`${FACES}/status?groupId=${id}`)).status,
    );
    return (await Promise.all(states)).every((status) => status === 404);
  },
  'face-init-penalty': async (client) => {
    const init = async () => (await client.call({ path: `${FACES}/init`, body: { name: 'Ada' } })).status;
    for (let index = 0; index < 10; index += 1) await init();
    await client.advance(2400);
    const refused = await init();
    await client.advance(1300);
    return refused === 429 && (await init()) === 200;
  },
  'portrait-mirror-url': async (client) => {
    const given = 'https://pictures.example.com/face.png';
    await client.script('POST /api/v1/portrait/enroll', 'mirror_fail');
    const made = await client.pay({ path: '/api/v1/portrait/enroll', body: { name: 'Ada', image_url: given } });
    return made.status < 300 && made.body.mirrored === false && made.body.image_url === given;
  },
  'sandbox-terminate-twice': async (client) => {
    const made = await client.pay({ path: `${BOX}/create`, body: {} });
    const end = () => client.pay({ path: `${BOX}/terminate`, body: { sandbox_id: str(made.body, 'sandbox_id') } });
    const [first, second] = [await end(), await end()];
    return first.status === 200 && second.status === 200 && second.body.status === 'terminated';
  },
};

const dataProbes: Record<string, Probe> = {
  'websearch-status-flat': async (client) => {
    await client.script('POST /api/v1/{websearch}/answer', 'reject', { status: 422 });
    const found = await client.pay({ path: '/api/v1/{websearch}/answer', body: { query: 'foxes' } });
    return found.status === 422 && found.body.error === 'Bad Request' && found.body.status === 422;
  },
  'sports-discovered': async (client) => {
    const texts = ['/openapi.json', '/api/pricing'].map(async (path) => (await client.get(path)).text);
    return (await Promise.all(texts)).every((text) => text.includes('/pm/') && !text.includes('/pm/sports'));
  },
  'pm-retired-outcome': async (client) => {
    const paths = ['markets/listings', 'outcomes/42'];
    const states = paths.map(async (path) => (await client.get(`/api/v1/pm/${path}`)).status);
    return (await Promise.all(states)).every((status) => status === 410);
  },
  'history-to-cached': async (client) => {
    await client.advance(10 * DAY);
    const from = (await client.seconds()) - 3 * DAY;
    return (await client.get(`/api/v1/crypto/history/BTC-USD?from=${from}`)).status === 200;
  },
  'stocks-foreign-symbol': async (client) => {
    const found = await client.pay({ path: '/api/v1/stocks/us/price/AAPL' });
    const foreign = await client.pay({ path: '/api/v1/stocks/hk/price/AAPL' });
    return found.status === 200 && foreign.status === 404 && (await client.ledger()).length === 1;
  },
};

/** Probes of more faults of video, audio, phone, faces, sandboxes and data services. */
export const servicesMoreProbes: Record<string, Probe> = {
  ...videoProbes,
  ...audioProbes,
  ...assetProbes,
  ...dataProbes,
};
