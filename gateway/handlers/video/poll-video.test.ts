import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const generate = '/api/v1/videos/generations';
const body = { model: 'glimmer/vid-g1', prompt: 'A red kite', duration_seconds: 1 };
const price = '51000';
const hour = 3600;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

async function order(): Promise<{ readonly id: string; readonly poll_url: string }> {
  const { json } = await gateway.pay('POST', generate, { body });
  return { id: textAt(json, 'id'), poll_url: textAt(json, 'poll_url') };
}
const happen = (id: string, event: string) => gateway.control('POST', '/events', { machine: 'video_job', id, event });
const advance = (advance_seconds: number) => gateway.control('POST', '/clock', { advance_seconds });

describe('poll-video', () => {
  test('settles once, however often it is polled', async () => {
    const { id, poll_url } = await order();
    await happen(id, 'finished');
    const polls = await Promise.all(Array.from({ length: 20 }, () => gateway.pay('GET', poll_url)));
    expect(polls.filter(({ json }) => at(json, 'payment', 'status') === 'settled')).toHaveLength(1);
    expect(polls.filter(({ json }) => at(json, 'payment', 'status') === 'already_settled')).toHaveLength(19);
    expect(await gateway.settled()).toEqual([price]);
  });

  test('describes a finished clip', async () => {
    const { id, poll_url } = await order();
    await happen(id, 'finished');
    const { json } = await gateway.pay('GET', poll_url);
    expect(json).toMatchObject({
      id,
      data: [
        {
          url: expect.stringMatching(/\.mp4$/),
          source_url: expect.stringMatching(/^https:.*\.mp4$/),
          duration_seconds: 1,
          request_id: id.split(':')[1],
          backed_up: true,
        },
      ],
      price: { amount: '0.051', currency: 'USD' },
      payment: { status: 'settled', tx_hash: expect.stringMatching(/^0x/) },
    });
    const file = await fetch(textAt(json, 'data', 0, 'url'));
    expect(file.headers.get('content-type')).toBe('video/mp4');
  });

  test('refuses every query but the one that it gave out', async () => {
    const { id, poll_url } = await order();
    const [path = '', query = ''] = poll_url.split('?');
    const changed = (name: string, value: string) => {
      const next = new URLSearchParams(query);
      next.set(name, value);
      return `${path}?${next}`;
    };
    const header = await gateway.sign('GET', poll_url);
    const poll = (url: string) => gateway.send('GET', url, { headers: { 'payment-signature': header } });
    for (const url of [
      path,
      changed('model', 'glimmer/vid-g2'),
      changed('duration', '2'),
      changed('i2v', '1'),
      changed('sig', 'made-up'),
      changed('sig', ''),
      `${poll_url}&sig=twice`,
      poll_url.replace(id, (await order()).id),
    ]) {
      expect((await poll(url)).status, url).toBe(400);
    }
    expect((await poll(poll_url)).status).toBe(202);
    expect((await poll(changed('sig', new URLSearchParams(query).get('sig') ?? ''))).status).toBe(202);
  });

  test('responds with 404 for an unknown job before it checks the query', async () => {
    expect((await gateway.send('GET', `${generate}/glimmer:unknown`)).status).toBe(404);
  });

  test('is for the wallet that ordered', async () => {
    const { poll_url } = await order();
    expect((await gateway.send('GET', poll_url)).status).toBe(402);
    const other = await gateway.pay('GET', poll_url, {}, createWallet());
    expect([other.status, at(other.json, 'error')]).toEqual([403, 'Payment payer mismatch']);
  });

  test('keeps an unclaimed clip for 48 hours, and a claimed one for good', async () => {
    const claimed = await order();
    const unclaimed = await order();
    await happen(claimed.id, 'finished');
    await advance(47 * hour);
    expect(at((await gateway.pay('GET', claimed.poll_url)).json, 'payment', 'status')).toBe('settled');
    await advance(2 * hour);
    expect((await gateway.send('GET', unclaimed.poll_url)).status).toBe(404);
    expect(at((await gateway.pay('GET', claimed.poll_url)).json, 'payment', 'status')).toBe('already_settled');
    expect(await gateway.settled()).toEqual([price]);
  });

  test('gives a clip that could not be copied by its own URL', async () => {
    await gateway.control('POST', '/upstream', { route: `POST ${generate}`, outcome: 'mirror_fail' });
    const { id, poll_url } = await order();
    await happen(id, 'finished');
    const [clip] = listAt((await gateway.pay('GET', poll_url)).json, 'data');
    expect(clip).toMatchObject({ backed_up: false, url: at(clip, 'source_url') });
  });

  test('charges nothing for a clip that was not made', async () => {
    await gateway.control('POST', '/upstream', {
      route: `POST ${generate}`,
      outcome: 'fail',
      detail: { stage: 'run' },
    });
    const failed = await gateway.pay('GET', textAt(await order(), 'poll_url'));
    expect(failed.json).toMatchObject({ status: 'failed', payment_status: 'not_charged' });
    expect(await gateway.settled()).toEqual([]);
  });

  test('leads to no job that has another URL', async () => {
    const { id } = await order();
    expect((await gateway.pay('GET', `/api/v1/videos/${id}`).catch(String)).toString()).toContain('404');
  });

  test('knows its own URLs after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollwright-'));
    const options = { host: 'base', store: join(folder, 'store.db') };
    const before = await startTestGateway(options);
    const job = await before.pay('POST', generate, { body });
    await before.close();
    const after = await startTestGateway(options);
    await after.control('POST', '/clock', { advance_seconds: 180 });
    const done = await after.pay('GET', textAt(job.json, 'poll_url'), {}, before.wallet);
    expect(at(done.json, 'payment', 'status')).toBe('settled');
    await after.close();
    rmSync(folder, { recursive: true });
  });
});
