import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { directImages, generate, kite, orderSlow } from '../../testing/images.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const happen = (id: string, event: string) => gateway.control('POST', '/events', { machine: 'image_job', id, event });
const advance = (advance_seconds: number) => gateway.control('POST', '/clock', { advance_seconds });

describe('poll-image', () => {
  test('responds with 404 for an unknown job before it requires a signature', async () => {
    const answer = await gateway.send('GET', `${generate}/img_unknown`);
    expect(answer.status).toBe(404);
    expect(at(answer.json, 'error')).toBe('Job not found');
  });

  test('challenges a poll without payment header and names the job', async () => {
    const { id, poll } = await orderSlow(gateway);
    const answer = await gateway.send('GET', poll);
    expect(answer.status).toBe(402);
    expect(answer.json).toMatchObject({
      job_id: id,
      model: kite.model,
      price: { amount: '0.022', currency: 'USD' },
      accepts: [{ amount: '22000' }],
    });
  });

  test('refuses a wallet that did not order the job', async () => {
    const { poll } = await orderSlow(gateway);
    const answer = await gateway.pay('GET', poll, {}, createWallet());
    expect(answer.status).toBe(403);
    expect(at(answer.json, 'error')).toBe('Payment payer mismatch');
  });

  test('reports queued, in_progress and then the image', async () => {
    const { id, poll } = await orderSlow(gateway);
    const queued = await gateway.pay('GET', poll);
    expect(queued.status).toBe(202);
    expect(queued.json).toMatchObject({
      id,
      object: 'image.generation.job',
      status: 'queued',
      model: kite.model,
      payment_status: 'verified',
      note: expect.any(String),
    });
    await happen(id, 'started');
    expect(at((await gateway.pay('GET', poll)).json, 'status')).toBe('in_progress');
    await advance(60);
    const done = await gateway.pay('GET', poll);
    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({ id, payment: { status: 'settled' }, price: { amount: '0.022' } });
    expect(done.headers.get('x-payment-receipt')).toBe(at(done.json, 'payment', 'tx_hash'));
  });

  test('takes the signature of the order itself as well', async () => {
    const { id, poll, header } = await orderSlow(gateway);
    await happen(id, 'finished');
    const done = await gateway.send('GET', poll, { headers: { 'payment-signature': header } });
    expect(done.json).toMatchObject({ id, payment: { status: 'settled' } });
  });

  test('settles once under twenty polls at once', async () => {
    const { id, poll } = await orderSlow(gateway);
    await happen(id, 'finished');
    const polls = await Promise.all(Array.from({ length: 20 }, () => gateway.pay('GET', poll)));
    expect(polls.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const statuses = polls.map(({ json }) => at(json, 'payment', 'status'));
    expect(statuses.filter((status) => status === 'settled')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'already_settled')).toHaveLength(19);
    expect(new Set(polls.map(({ json }) => at(json, 'payment', 'tx_hash'))).size).toBe(1);
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('keeps the image when the settlement fails', async () => {
    const { id, poll } = await orderSlow(gateway);
    await happen(id, 'finished');
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const refused = await gateway.pay('GET', poll);
    expect([refused.status, at(refused.json, 'error')]).toEqual([402, 'Payment settlement failed']);
    expect(at((await gateway.pay('GET', poll)).json, 'payment', 'status')).toBe('settled');
    expect(at((await gateway.pay('GET', poll)).json, 'payment', 'status')).toBe('already_settled');
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('settles with a fresh signature once the first one has expired', async () => {
    const { id, poll, header } = await orderSlow(gateway);
    await happen(id, 'finished');
    await advance(601);
    expect((await gateway.send('GET', poll, { headers: { 'payment-signature': header } })).status).toBe(402);
    expect(at((await gateway.pay('GET', poll)).json, 'payment', 'status')).toBe('settled');
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test.each([
    ['fails', 'fail', { stage: 'run' }],
    ['times out', 'timeout', { stage: 'run' }],
  ])('reports a job whose provider %s, never charged', async (_, outcome, detail) => {
    await directImages(gateway, outcome, detail);
    const job = await gateway.pay('POST', generate, { body: kite });
    expect(job.status).toBe(202);
    const failed = await gateway.pay('GET', textAt(job.json, 'poll_url'));
    expect(failed.status).toBe(200);
    expect(failed.json).toMatchObject({
      id: at(job.json, 'id'),
      object: 'image.generation.job',
      status: 'failed',
      model: kite.model,
      error: expect.any(String),
      payment_status: 'not_charged',
      note: expect.any(String),
    });
    expect(await gateway.settled()).toEqual([]);
  });

  test('fails a job that stalls for an hour, however late it is polled', async () => {
    await directImages(gateway, 'slow', { seconds: 7200 });
    const { json } = await gateway.pay('POST', generate, { body: kite });
    await advance(3601);
    const stalled = await gateway.pay('GET', textAt(json, 'poll_url'));
    expect(stalled.json).toMatchObject({ status: 'failed', payment_status: 'not_charged' });
    await happen(textAt(json, 'id'), 'finished');
    expect(at((await gateway.pay('GET', textAt(json, 'poll_url'))).json, 'status')).toBe('failed');
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('image jobs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollwright-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('survive a restart', async () => {
    const options = { host: 'base', store: join(folder, 'store.db') };
    const before = await startTestGateway(options);
    const wallet = before.wallet;
    const job = await before.pay('POST', generate, { body: { ...kite, model: 'ember/img-e' } });
    await before.close();

    const after = await startTestGateway(options);
    await after.control('POST', '/clock', { advance_seconds: 120 });
    const done = await after.pay('GET', textAt(job.json, 'poll_url'), {}, wallet);
    expect(done.json).toMatchObject({ id: at(job.json, 'id'), payment: { status: 'settled' } });
    expect((await fetch(textAt(done.json, 'data', 0, 'url'))).status).toBe(200);
    await after.close();
  });
});
