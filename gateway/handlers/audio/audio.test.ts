import { at, itemWith, listAt, numberAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const speech = '/api/v1/audio/speech';
const music = '/api/v1/audio/generations';
const effects = '/api/v1/audio/sound-effects';
const input = 'The kite rose over the green hill and stayed there.';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const direct = (path: string, outcome: string) =>
  gateway.control('POST', '/upstream', { route: `POST ${path}`, outcome });
const quote = async (body: object) => (await gateway.send('POST', speech, { body })).json;
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('synthesize-speech', () => {
  test('answers with a recording that is hosted for good, and counts characters', async () => {
    const { status, json } = await gateway.pay('POST', speech, { body: { input } });
    expect(status).toBe(200);
    expect(json).toEqual({
      created: expect.any(Number),
      model: 'acme/flash',
      data: [{ url: expect.stringMatching(/\.mp3$/), format: 'mp3', characters: input.length }],
    });
    await gateway.control('POST', '/clock', { advance_seconds: 400 * 24 * 3600 });
    const file = await fetch(textAt(json, 'data', 0, 'url'));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(await gateway.settled()).toEqual(['3000']);
  });

  test.each([
    ['mp3', 'audio/mpeg', 'fff3'],
    ['wav', 'audio/wav', '5249'],
    ['opus', 'audio/ogg', '4f67'],
    ['pcm', 'audio/L16;rate=8000;channels=1', ''],
  ])('records %s', async (response_format, type, magic) => {
    const { json } = await gateway.pay('POST', speech, { body: { input, response_format } });
    expect(at(json, 'data', 0, 'format')).toBe(response_format);
    const file = await fetch(textAt(json, 'data', 0, 'url'));
    expect(file.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await file.arrayBuffer()).toString('hex')).toMatch(new RegExp(`^${magic}`));
  });

  test('sounds different with another voice, which may be named by its alias or its id', async () => {
    const { json: voices } = await gateway.send('GET', '/api/v1/audio/voices');
    const id = textAt(itemWith(listAt(voices, 'data'), 'alias', 'adam'), 'voice_id');
    const urls = [];
    for (const voice of ['sarah', 'adam', id]) {
      urls.push(at((await gateway.pay('POST', speech, { body: { input, voice } })).json, 'data', 0, 'url'));
    }
    expect(urls[1]).toBe(urls[2]);
    expect(urls[1]).not.toBe(urls[0]);
  });

  test('ignores the voice where the model directs itself', async () => {
    const urls = [];
    for (const voice of ['sarah', 'adam']) {
      const { json } = await gateway.pay('POST', speech, { body: { model: 'acme/prompt-directed', input, voice } });
      urls.push(at(json, 'data', 0, 'url'));
    }
    expect(urls[0]).toBe(urls[1]);
  });

  test('reports the estimate of a quote by the second, and the duration of the speech', async () => {
    const body = { model: 'acme/prompt-directed', input };
    const quoted = await quote(body);
    expect(at(quoted, 'generation_info')).toEqual({ estimated_seconds: Math.ceil(input.length / 16) });
    expect(Number(at(quoted, 'price', 'amount'))).toBeCloseTo(
      numberAt(quoted, 'generation_info', 'estimated_seconds') * 0.003,
      9,
    );
    expect(at(await quote({ input }), 'generation_info')).toBeUndefined();
    const { json } = await gateway.pay('POST', speech, { body });
    expect(at(json, 'data', 0, 'duration_seconds')).toBeGreaterThan(0);
  });

  test('takes the longest text of a model by the second at its greatest price', async () => {
    const body = { model: 'acme/prompt-directed', input: 'a'.repeat(3000) };
    const quoted = await quote(body);
    expect([at(quoted, 'price', 'amount'), at(quoted, 'generation_info', 'estimated_seconds')]).toEqual(['0.36', 120]);
    const { json } = await gateway.pay('POST', speech, { body });
    expect(at(json, 'data', 0, 'duration_seconds')).toBe(120);
  });

  test.each([
    ['acme/flash', 40_000],
    ['acme/turbo', 40_000],
    ['acme/multilingual', 10_000],
    ['acme/expressive-v3', 5000],
    ['acme/prompt-directed', 3000],
  ])('takes %s up to %i code points', async (model, most) => {
    for (const character of ['a', '😀']) {
      const send = (length: number) =>
        gateway.send('POST', speech, { body: { model, input: character.repeat(length) } });
      expect((await send(most)).status).toBe(402);
      const refused = await send(most + 1);
      expect([refused.status, at(refused.json, 'details', 0, 'field')]).toEqual([400, 'input']);
    }
  });

  test('does not sell a longer text for the payment of a short one', async () => {
    const payment = await gateway.sign('POST', speech, { body: { input } });
    const headers = { 'payment-signature': payment };
    const refused = await gateway.send('POST', speech, { body: { input: input.repeat(3) }, headers });
    expect([refused.status, at(refused.json, 'code')]).toEqual([402, 'PAYMENT_INVALID']);
    expect(await gateway.settled()).toEqual([]);
  });

  test.each([
    ['fail', 502],
    ['timeout', 502],
    ['capacity', 429],
    ['mirror_fail', 502],
  ])('charges nothing when the outcome of the provider is %s', async (outcome, status) => {
    await direct(speech, outcome);
    expect((await gateway.pay('POST', speech, { body: { input } })).status).toBe(status);
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('generate-music', () => {
  const prompt = 'A slow waltz';

  test('generates a track of about three minutes with lyrics, whatever length is requested', async () => {
    const { json } = await gateway.pay('POST', music, { body: { prompt, duration_seconds: 5 } });
    expect(json).toEqual({
      created: expect.any(Number),
      model: 'acme/music',
      data: [{ url: expect.any(String), duration_seconds: expect.any(Number), lyrics: expect.any(String) }],
    });
    const url = textAt(json, 'data', 0, 'url');
    const seconds = numberAt(json, 'data', 0, 'duration_seconds');
    expect(Math.abs(seconds - 180)).toBeLessThanOrEqual(10);
    expect(Math.abs(((await bytesAt(url)).length / 24) * 0.024 - seconds)).toBeLessThan(0.1);
    expect(await gateway.settled()).toEqual(['158500']);
  });

  test('leaves lyrics out of an instrumental, and sings those it is given', async () => {
    const instrumental = await gateway.pay('POST', music, { body: { prompt, instrumental: true } });
    expect(at(instrumental.json, 'data', 0)).not.toHaveProperty('lyrics');
    const sung = await gateway.pay('POST', music, { body: { prompt, lyrics: 'La la la' } });
    expect(at(sung.json, 'data', 0, 'lyrics')).toBe('La la la');
    const both = await gateway.send('POST', music, { body: { prompt, instrumental: true, lyrics: 'La' } });
    expect([both.status, at(both.json, 'details', 0, 'field')]).toEqual([400, 'lyrics']);
  });

  test('hands out a track for a day', async () => {
    const { json } = await gateway.pay('POST', music, { body: { prompt } });
    const url = textAt(json, 'data', 0, 'url');
    expect((await fetch(url)).headers.get('cache-control')).toMatch(/max-age=863\d\d|max-age=86400/);
    await gateway.control('POST', '/clock', { advance_seconds: 24 * 3600 });
    expect((await fetch(url)).status).toBe(404);
  });

  test('gives the provider’s own URL where the copy failed', async () => {
    await direct(music, 'mirror_fail');
    const { status, json } = await gateway.pay('POST', music, { body: { prompt } });
    expect([status, textAt(json, 'data', 0, 'url').startsWith(gateway.url)]).toEqual([200, false]);
  });
});

describe('generate-sound-effect', () => {
  test('has the requested duration, for one price', async () => {
    const text = 'A kite string snaps';
    const { json } = await gateway.pay('POST', effects, {
      body: { text, duration_seconds: 1.5, prompt_influence: 0.3, response_format: 'wav' },
    });
    expect(at(json, 'data')).toEqual([{ url: expect.any(String), format: 'wav', characters: text.length }]);
    expect((await bytesAt(textAt(json, 'data', 0, 'url'))).readUInt32LE(40)).toBe(1.5 * 16_000);
    await gateway.pay('POST', effects, { body: { text } });
    expect(await gateway.settled()).toEqual(['53500', '53500']);
  });
});

describe('the catalogs of audio', () => {
  test('list models with their prices, and voices with id, name and alias', async () => {
    const models = at((await gateway.send('GET', '/api/v1/audio/models')).json, 'data');
    expect(models).toContainEqual(
      expect.objectContaining({ id: 'acme/turbo', name: 'turbo', max_input: 40_000, pricing: priced('0.05') }),
    );
    expect(models).toContainEqual(expect.objectContaining({ id: 'acme/music', pricing: priced('0.15') }));
    const voices = at((await gateway.send('GET', '/api/v1/audio/voices')).json, 'data');
    expect(voices).toContainEqual({ voice_id: expect.any(String), name: 'Sarah', alias: 'sarah' });
  });

  const priced = (rate: string) => expect.objectContaining({ rate, currency: 'USD' });
});
