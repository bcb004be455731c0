import { at, textAt } from '@tollwright/runtime/testing/read';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const voice = '/api/v1/voice/call';
const body = { to: '+14155550123', task: 'Ask when the shop opens tomorrow.' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

async function start(extra: object = {}): Promise<{ readonly id: string; readonly url: string }> {
  await gateway.pay('POST', '/api/v1/phone/numbers/buy', { body: {} });
  const started = await gateway.pay('POST', voice, { body: { ...body, ...extra } });
  expect(started.status).toBe(200);
  return { id: textAt(started.json, 'call_id'), url: textAt(started.json, 'poll_url') };
}

const record = async (url: string) => (await gateway.send('GET', url)).json;

describe('start-call', () => {
  test.each(['911', '112', '+112', '+911', '+1911', '+44999', '+61000'])(
    'refuses the emergency number %s before it requires a payment',
    async (to) => {
      const refused = await gateway.send('POST', voice, { body: { ...body, to } });
      expect(refused.status).toBe(403);
    },
  );

  test('refuses no number that is long enough for a subscriber', async () => {
    const subscriber = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);
    await fc.assert(
      fc.asyncProperty(subscriber, async (to) => {
        expect((await gateway.send('POST', voice, { body: { ...body, to } })).status).toBe(402);
      }),
    );
  });
});

describe('get-call', () => {
  test('follows a call without scripted events to its end', async () => {
    const { url } = await start();
    expect(await record(url)).toMatchObject({ status: 'queued', ended_by: 'IN_PROGRESS' });
    await gateway.control('POST', '/clock', { advance_seconds: 3 });
    expect(at(await record(url), 'status')).toBe('ringing');
    await gateway.control('POST', '/clock', { advance_seconds: 600 });
    const over = await record(url);
    expect(over).toMatchObject({ status: 'completed', call_length: expect.any(Number) });
    expect(at(over, 'transcript', 0)).toEqual({ role: 'assistant', text: expect.any(String) });
  });

  test('is answered and ended by events once one has come', async () => {
    const { id, url } = await start();
    const happen = (event: string, detail = {}) =>
      gateway.control('POST', '/events', { machine: 'voice_call', id, event, detail });
    await happen('ringing');
    await gateway.control('POST', '/clock', { advance_seconds: 600 });
    expect(at(await record(url), 'status')).toBe('ringing');
    await happen('answered');
    await gateway.control('POST', '/clock', { advance_seconds: 60 });
    expect(at(await record(url), 'status')).toBe('in-progress');
    await happen('ended', { ended_by: 'VOICEMAIL' });
    expect(await record(url)).toMatchObject({ status: 'completed', ended_by: 'VOICEMAIL', call_length: 1 });
  });

  test('times out after five minutes that no event ends', async () => {
    const { id, url } = await start();
    await gateway.control('POST', '/events', { machine: 'voice_call', id, event: 'answered' });
    await gateway.control('POST', '/clock', { advance_seconds: 299 });
    expect(at(await record(url), 'ended_by')).toBe('IN_PROGRESS');
    await gateway.control('POST', '/clock', { advance_seconds: 1 });
    expect(await record(url)).toMatchObject({ ended_by: 'TIMEOUT', call_length: 5 });
  });

  test('ends by the longest duration at the latest', async () => {
    const { url } = await start({ max_duration: 1, task: 'Read the whole catalog aloud, please.' });
    await gateway.control('POST', '/clock', { advance_seconds: 600 });
    expect(at(await record(url), 'call_length')).toBeLessThanOrEqual(1);
  });
});
