import { type Answer, inside, type ProbeClient, str } from './client.ts';
import { assetProbes } from './media-assets.ts';
import { dataProbes } from './media-data.ts';

/** A probe: true when the gateway behaves rightly. */
export type Probe = (client: ProbeClient) => Promise<boolean>;

const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const IMAGES = '/api/v1/images/generations';
const VIDEOS = '/api/v1/videos/generations';
const EDITS = '/api/v1/images/image2image';

async function imageAmount(client: ProbeClient, model: string, size: string): Promise<boolean> {
  const asked = await client.quote({ path: IMAGES, body: { model, prompt: 'a fox', size } });
  const { models } = (await client.get('/api/v1/images/models')).body;
  const entry: unknown = Array.isArray(models) ? models.find((item) => inside(item, 'id') === model) : undefined;
  return asked === Math.ceil(Number(str(entry, 'rates', size)) * 1.05e6) + 1000;
}

function form(client: ProbeClient, files: number): { path: string; raw: string; headers: Record<string, string> } {
  const fields = { model: client.model('IMG-B1'), prompt: 'merge them' };
  const texts = Object.entries(fields).map(
    ([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = 'Content-Disposition: form-data; name="image[]"; filename="a.png"\r\nContent-Type: image/png';
  const images = Array.from({ length: files }, () => `--cut\r\n${head}\r\n\r\nPNG\r\n`);
  return {
    path: EDITS,
    raw: `${[...texts, ...images].join('')}--cut--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
  };
}

/** A video job of the default model that has finished, with the path of its poll. */
async function finishedVideo(client: ProbeClient): Promise<string> {
  const posted = await client.pay({ path: VIDEOS, body: { prompt: 'a fox runs', duration_seconds: 4 } });
  await client.event('video_job', str(posted.body, 'id'), 'finished');
  return str(posted.body, 'poll_url');
}

/** A job of an image model that stays slow for so many seconds. */
async function slowImage(client: ProbeClient, label: string, seconds: number): Promise<Answer> {
  await client.script(`POST ${IMAGES}`, 'slow', { seconds });
  return client.pay({ path: IMAGES, body: { model: client.model(label), prompt: 'a fox' } });
}

function videoQuote(client: ProbeClient, more: Record<string, unknown>): Promise<number> {
  return client.quote({ path: VIDEOS, body: { model: client.model('VID-S2F'), prompt: 'a fox runs', ...more } });
}

const imageProbes: Record<string, Probe> = {
  'img-c-tall-price': (client) => imageAmount(client, client.model('IMG-C'), '768x1344'),
  'edit-form-cap': async (client) => {
    const [most, tooMany] = [await client.call(form(client, 3)), await client.call(form(client, 4))];
    return most.status === 402 && tooMany.status === 400;
  },
  'edit-timeout-charged': async (client) => {
    await client.script(`POST ${EDITS}`, 'timeout');
    const edited = await client.pay({ path: EDITS, body: { prompt: 'add a hat', image: PICTURE } });
    return edited.status === 504 && (await client.ledger()).length === 0;
  },
  'poll-stranger-running': async (client) => {
    const posted = await slowImage(client, 'IMG-A1', 300);
    const polled = await client.pay({ path: str(posted.body, 'poll_url') }, { wallet: client.other });
    return posted.status === 202 && polled.status === 403;
  },
  'stall-async-forgotten': async (client) => {
    const posted = await slowImage(client, 'IMG-E', 9000);
    await client.advance(3700);
    const polled = await client.pay({ path: str(posted.body, 'poll_url') });
    return polled.status === 200 && polled.body.status === 'failed';
  },
};

const videoProbes: Record<string, Probe> = {
  'video-settles-again': async (client) => {
    const path = await finishedVideo(client);
    const [first, second] = [await client.pay({ path }), await client.pay({ path })];
    const states = [first, second].map(({ body }) => str(body, 'payment', 'status')).join();
    return states === 'settled,already_settled' && (await client.ledger()).length === 1;
  },
  'video-duration-unsigned': async (client) => {
    const path = await finishedVideo(client);
    const [genuine, bent] = [await client.get(path), await client.get(path.replace('duration=4', 'duration=5'))];
    return genuine.status === 402 && bent.status === 400;
  },
  'video-last-frame-not-inferred': async (client) => {
    const seeds = { image_url: PICTURE, last_frame_url: PICTURE };
    const body = { model: client.model('VID-S2'), prompt: 'a fox runs', ...seeds };
    const wrong = await client.call({ path: VIDEOS, body: { ...body, input_type: 'image' } });
    const right = await client.call({ path: VIDEOS, body: { ...body, input_type: 'first_last_frame' } });
    return right.status === 402 && wrong.status === 400 && wrong.body.inferred_input_type === 'first_last_frame';
  },
  'video-reference-surcharge': async (client) => {
    const plain = await videoQuote(client, {});
    return plain > 0 && plain === (await videoQuote(client, { reference_image_urls: [PICTURE, PICTURE] }));
  },
};

/** Probes of the faults of media, faces, phone and data. */
export const mediaProbes: Record<string, Probe> = { ...imageProbes, ...videoProbes, ...assetProbes, ...dataProbes };
