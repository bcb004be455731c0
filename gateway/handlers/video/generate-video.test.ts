import { at, fieldsAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { randomFrom } from '../../upstream/seeded-random.ts';
import { drawPng } from '../../upstream/simulated/png.ts';

const generate = '/api/v1/videos/generations';
const create = '/api/v1/videos';
const url = 'https://example.com/first.png';
const kite = { model: 'sirocco/vid-s2f', prompt: 'A red kite' };
const png = (width: number, height: number) =>
  `data:image/png;base64,${Buffer.from(drawPng(width, height, randomFrom(1))).toString('base64')}`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const request = (body: object) => gateway.send('POST', generate, { body: { ...kite, ...body } });
const direct = (outcome: string, detail = {}) =>
  gateway.control('POST', '/upstream', { route: `POST ${generate}`, outcome, detail });

/** Orders a clip and polls it once it is made. */
async function make(body: object): Promise<{ clip: Buffer; data: Readonly<Record<string, unknown>> }> {
  const job = await gateway.pay('POST', generate, { body: { ...kite, ...body } });
  expect(job.status).toBe(202);
  await gateway.control('POST', '/clock', { advance_seconds: 180 });
  const done = await gateway.pay('GET', textAt(job.json, 'poll_url'));
  const clip = await fetch(textAt(done.json, 'data', 0, 'url'));
  return { data: fieldsAt(done.json, 'data', 0), clip: Buffer.from(await clip.arrayBuffer()) };
}

/** The size of a clip in pixels, from the header of its first track. */
function sizeOf(clip: Buffer): readonly number[] {
  const header = clip.indexOf('tkhd') + 4;
  return [clip.readUInt32BE(header + 76) >> 16, clip.readUInt32BE(header + 80) >> 16];
}

describe('generate-video', () => {
  test('accepts a job with its exact quote and no charge', async () => {
    const quoted = await request({ duration_seconds: 6 });
    const job = await gateway.pay('POST', generate, { body: { ...kite, duration_seconds: 6 } });
    expect(job.status).toBe(202);
    expect(job.json).toMatchObject({
      id: expect.stringMatching(/^sirocco:.+/),
      object: 'video.generation.job',
      status: 'queued',
      model: kite.model,
      duration_seconds: 6,
      price: { amount: at(quoted.json, 'price', 'amount'), currency: 'USD' },
      payment_status: 'verified',
      created: expect.any(Number),
      poll_url: expect.stringMatching(/^\/api\/v1\/videos\/generations\/.+\?model=.+&duration=6&i2v=0&sig=.+$/),
    });
    expect(await gateway.settled()).toEqual([]);
  });

  test('makes every order a job of its own', async () => {
    const jobs = await Promise.all([1, 2].map(() => gateway.pay('POST', generate, { body: kite })));
    expect(new Set(jobs.map(({ json }) => at(json, 'id'))).size).toBe(2);
  });

  test('leads a used authorization to its job', async () => {
    const header = await gateway.sign('POST', generate, { body: kite });
    const send = () => gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
    const job = await send();
    const again = await send();
    expect(again.status).toBe(402);
    expect(again.json).toMatchObject({
      code: 'PAYMENT_REPLAY',
      job_id: at(job.json, 'id'),
      poll_url: at(job.json, 'poll_url'),
    });
  });

  test('delivers a clip of the requested size and sound', async () => {
    const upright = await make({ aspect_ratio: '9:16', resolution: '480p' });
    expect(sizeOf(upright.clip)).toEqual([480, 854]);
    expect(upright.clip.includes('mp4a')).toBe(true);
    const quiet = await make({ generate_audio: false, return_last_frame: true });
    expect(quiet.clip.includes('mp4a')).toBe(false);
    expect((await fetch(textAt(quiet.data, 'last_frame_url'))).headers.get('content-type')).toBe('image/png');
  });

  test('makes no sound by itself where it begins with an image', async () => {
    expect((await make({ image_url: url })).clip.includes('mp4a')).toBe(false);
  });

  test('follows the shape of the first frame where the model does', async () => {
    const model = 'riverrun/vid-r';
    expect(sizeOf((await make({ model, image_url: png(30, 40) })).clip)).toEqual([720, 1280]);
    expect(sizeOf((await make({ model, image_url: png(40, 30), aspect_ratio: '9:16' })).clip)).toEqual([1280, 720]);
  });

  test('passes over what the other families do not read', async () => {
    const others = { real_face_asset_id: 'ta_1', reference_image_urls: [url], seed: 1, generate_audio: true };
    const { clip } = await make({ model: 'glimmer/vid-g1', ...others });
    expect(clip.includes('mp4a')).toBe(false);
  });

  test.each([
    ['http://169.254.169.254/latest/meta-data'],
    ['https://localhost/a.png'],
    ['https://[::ffff:127.0.0.1]/a.png'],
    ['ftp://example.com/a.png'],
    [`https://example.com/${'a'.repeat(2048)}`],
    ['data:image/png;base64,AAAA'],
    ['data:text/plain;base64,AAAA'],
  ])('refuses the seed %s before any price', async (seed) => {
    for (const body of [{ image_url: seed }, { reference_image_urls: [url, seed] }]) {
      const answer = await request(body);
      expect(answer.status).toBe(400);
      expect(at(answer.json, 'details')).toEqual([{ field: Object.keys(body)[0], message: expect.any(String) }]);
    }
  });

  test.each([[url], ['http://example.com/a.png'], [png(3, 2)]])('takes the seed %s', async (seed) => {
    expect((await request({ image_url: seed })).status).toBe(402);
  });

  test('lists the options of the model where a different one is requested', async () => {
    const duration = await request({ duration_seconds: 16 });
    const resolution = await request({ resolution: '4K' });
    const shape = await request({ aspect_ratio: '3:2' });
    expect([duration.status, resolution.status, shape.status]).toEqual([400, 400, 400]);
    expect(at(duration.json, 'message')).toContain('4, 5, 6');
    expect(at(resolution.json, 'message')).toMatch(/^The resolution is .*: 480p, 720p\.$/);
    expect(at(shape.json, 'message')).toContain('21:9');
  });

  test('answers a provider that sees a real person in a seed, and one that refuses a text', async () => {
    await direct('reject');
    const seeded = await gateway.pay('POST', generate, { body: { ...kite, image_url: url } });
    expect([seeded.status, at(seeded.json, 'code')]).toEqual([400, 'INPUT_IMAGE_REAL_PERSON']);
    await direct('reject');
    expect((await gateway.pay('POST', generate, { body: kite })).status).toBe(502);
    expect(await gateway.settled()).toEqual([]);
  });

  test('lets a job wait for a provider without capacity', async () => {
    await direct('capacity', { retry_after_seconds: 1000 });
    const job = await gateway.pay('POST', generate, { body: kite });
    expect(job.status).toBe(202);
    await gateway.control('POST', '/clock', { advance_seconds: 1000 });
    expect(at((await gateway.pay('GET', textAt(job.json, 'poll_url'))).json, 'status')).toBe('queued');
    await gateway.control('POST', '/clock', { advance_seconds: 180 });
    expect((await gateway.pay('GET', textAt(job.json, 'poll_url'))).status).toBe(200);
  });
});

describe('create-video', () => {
  const text = { type: 'text', text: 'A red kite' };
  const image = (role?: string) => ({ type: 'image_url', image_url: { url }, ...(role && { role }) });
  const order = (content: readonly object[], rest: object = {}) =>
    gateway.send('POST', create, { body: { model: kite.model, content, ...rest } });

  test('quotes and makes what the generation of the same contents would be', async () => {
    const options = { duration_seconds: 7, resolution: '480p' };
    const quoted = await order([text], options);
    expect(at(quoted.json, 'price')).toEqual(at((await request(options)).json, 'price'));
    const body = { model: kite.model, content: [text, image()], ...options };
    const job = await gateway.pay('POST', create, { body });
    expect(job.json).toMatchObject({ object: 'video.generation.job', duration_seconds: 7 });
    expect(at(job.json, 'price', 'amount')).toBe(at(quoted.json, 'price', 'amount'));
    expect(at(job.json, 'poll_url')).toBe(`${create}/${at(job.json, 'id')}`);
  });

  test.each<[string, number, readonly object[], object?]>([
    ['no text', 400, [image()]],
    ['a last frame alone', 400, [text, image('last_frame')]],
    ['references beside a first frame', 400, [text, image(), image('reference_image')]],
    ['a duration of another model', 400, [text], { duration_seconds: 3 }],
    ['a reference video', 503, [text, { type: 'video_url' }]],
    ['two frames', 402, [text, image('first_frame'), image('last_frame')]],
    ['references', 402, [text, image('reference_image'), image('reference_image')]],
  ])('treats %s as a generation does', async (_, status, content, rest) => {
    expect((await order(content, rest)).status).toBe(status);
  });
});
