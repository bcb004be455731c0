import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet } from '#runtime/testing/wallet.ts';
import type { Received } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const generate = '/api/v1/images/generations';
const kite = { model: 'acme/img-a1', prompt: 'A red kite' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const direct = (outcome: string, detail = {}) =>
  gateway.control('POST', '/upstream', { route: `POST ${generate}`, outcome, detail });
const happen = (id: string, event: string) => gateway.control('POST', '/events', { machine: 'image_job', id, event });
const advance = (advance_seconds: number) => gateway.control('POST', '/clock', { advance_seconds });

/** Orders an image that is not ready inline. */
async function orderSlow(body: object = kite): Promise<{ id: string; poll: string; header: string; job: Received }> {
  await direct('slow');
  const header = await gateway.sign('POST', generate, { body });
  const job = await gateway.send('POST', generate, { body, headers: { 'payment-signature': header } });
  expect(job.status).toBe(202);
  return { id: job.json.id, poll: job.json.poll_url, header, job };
}

describe('generate-image', () => {
  test('answers with a settled image when it is ready within the window', async () => {
    const answer = await gateway.pay('POST', generate, { body: { ...kite, n: 2, size: '1536x1024' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id: expect.stringMatching(/^img_/),
      created: expect.any(Number),
      data: [{ backed_up: true }, { backed_up: true }],
      price: { amount: '0.085', currency: 'USD' },
      payment: { status: 'settled', tx_hash: expect.stringMatching(/^0x/), network: 'eip155:8453' },
    });
    expect(answer.headers.get('x-payment-receipt')).toBe(answer.json.payment.tx_hash);
    expect(await gateway.settled()).toEqual(['85000']);
  });

  test('hosts its images: the URL leads to a PNG of the asked size', async () => {
    const { json } = await gateway.pay('POST', generate, { body: { ...kite, size: '1024x1536' } });
    const response = await fetch(json.data[0].url);
    const png = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/png');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1536]);
  });

  test('keeps the provider’s URL when the copy failed', async () => {
    for (const model of ['acme/img-a1', 'brightly/img-b1', 'cirrus/img-c', 'dune/img-d1']) {
      await direct('mirror_fail');
      const { json } = await gateway.pay('POST', generate, { body: { ...kite, model } });
      const [{ url, source_url, backed_up }] = json.data;
      expect(backed_up).toBe(false);
      if (url.startsWith('data:'))
        expect([url.slice(0, 22), source_url]).toEqual(['data:image/png;base64,', 'image/png']);
      else expect(source_url).toBe(url);
    }
  });

  test('accepts a job for a model that is never ready inline', async () => {
    const answer = await gateway.pay('POST', generate, { body: { ...kite, model: 'ember/img-e' } });
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({
      object: 'image.generation.job',
      status: 'queued',
      model: 'ember/img-e',
      size: '1024x1024',
      n: 1,
      price: { amount: '0.04825', currency: 'USD' },
      payment_status: 'verified',
      poll_url: `${generate}/${answer.json.id}`,
      poll_instructions: expect.any(String),
    });
    expect(answer.headers.get('x-payment-receipt')).toBeNull();
    expect(await gateway.settled()).toEqual([]);
  });

  test('leads a used authorization to its job, whether it is ready or not', async () => {
    const ready = await gateway.sign('POST', generate, { body: kite });
    const first = await gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': ready } });
    const slow = await orderSlow();
    for (const [header, id] of [
      [ready, first.json.id],
      [slow.header, slow.id],
    ]) {
      const again = await gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
      expect(again.status).toBe(402);
      expect(again.json).toMatchObject({
        code: 'PAYMENT_REPLAY',
        job_id: id,
        poll_url: `${generate}/${id}`,
        recoverable: true,
      });
    }
  });

  test('lists every model to who names an unknown one, before any challenge', async () => {
    const answer = await gateway.send('POST', generate, { body: { ...kite, model: 'nobody/nothing' } });
    expect(answer.status).toBe(400);
    for (const id of ['acme/img-a1', 'acme/img-a2', 'brightly/img-b3', 'ember/img-e'])
      expect(answer.text).toContain(id);
  });

  test('names the sizes of the model to who asks for another', async () => {
    const answer = await gateway.send('POST', generate, { body: { ...kite, size: '123x456' } });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toBe('Invalid request body');
    expect(answer.json.details).toHaveLength(1);
    for (const size of ['1024x1024', '1536x1024', '1024x1536']) expect(answer.text).toContain(size);
    expect(answer.text).not.toContain('512x512');
  });

  test.each([
    ['inline', 'acme/img-a1', 200],
    ['as a job', 'ember/img-e', 202],
  ])('serves one of twenty equal payments at once (%s)', async (_, model, status) => {
    const body = { ...kite, model };
    // A race shows itself in some rounds only.
    for (let round = 0; round < 10; round++) {
      const headers = { 'payment-signature': await gateway.sign('POST', generate, { body }) };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => gateway.send('POST', generate, { body, headers })),
      );
      const served = answers.filter((answer) => answer.status === status);
      expect(served).toHaveLength(1);
      expect(answers.filter(({ json }) => json.code === 'PAYMENT_REPLAY')).toHaveLength(19);
    }
  });

  test('charges nothing for a provider that fails, and takes the same payment again', async () => {
    const header = await gateway.sign('POST', generate, { body: kite });
    const send = () => gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
    await direct('fail');
    expect((await send()).status).toBe(502);
    expect(await gateway.settled()).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('tells how long to wait when the provider has no capacity', async () => {
    await direct('capacity');
    const answer = await gateway.pay('POST', generate, { body: kite });
    expect(answer.status).toBe(429);
    expect(answer.json).toMatchObject({
      error: 'Rate limited',
      code: 'RATE_LIMITED',
      source: 'upstream',
      retry_after_seconds: 60,
      details: expect.any(String),
    });
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('x-ratelimit-source')).toBe('upstream');
  });

  test('charges nothing and hands out nothing when the settlement fails inline', async () => {
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const answer = await gateway.pay('POST', generate, { body: kite });
    expect(answer.status).toBe(402);
    expect(answer.json.error).toBe('Payment settlement failed');
    expect(answer.json.data).toBeUndefined();
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('poll-image', () => {
  test('tells an unknown job before it asks for a signature', async () => {
    const answer = await gateway.send('GET', `${generate}/img_unknown`);
    expect(answer.status).toBe(404);
    expect(answer.json.error).toBe('Job not found');
  });

  test('challenges a poll without payment header and names the job', async () => {
    const { id, poll } = await orderSlow();
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
    const { poll } = await orderSlow();
    const answer = await gateway.pay('GET', poll, {}, createWallet());
    expect(answer.status).toBe(403);
    expect(answer.json.error).toBe('Payment payer mismatch');
  });

  test('reports queued, in_progress and then the image', async () => {
    const { id, poll } = await orderSlow();
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
    expect((await gateway.pay('GET', poll)).json.status).toBe('in_progress');
    await advance(60);
    const done = await gateway.pay('GET', poll);
    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({ id, payment: { status: 'settled' }, price: { amount: '0.022' } });
    expect(done.headers.get('x-payment-receipt')).toBe(done.json.payment.tx_hash);
  });

  test('takes the signature of the order itself as well', async () => {
    const { id, poll, header } = await orderSlow();
    await happen(id, 'finished');
    const done = await gateway.send('GET', poll, { headers: { 'payment-signature': header } });
    expect(done.json).toMatchObject({ id, payment: { status: 'settled' } });
  });

  test('settles once under twenty polls at once', async () => {
    const { id, poll } = await orderSlow();
    await happen(id, 'finished');
    const polls = await Promise.all(Array.from({ length: 20 }, () => gateway.pay('GET', poll)));
    expect(polls.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const statuses = polls.map(({ json }) => json.payment.status);
    expect(statuses.filter((status) => status === 'settled')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'already_settled')).toHaveLength(19);
    expect(new Set(polls.map(({ json }) => json.payment.tx_hash)).size).toBe(1);
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('keeps the image when the settlement fails', async () => {
    const { id, poll } = await orderSlow();
    await happen(id, 'finished');
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const refused = await gateway.pay('GET', poll);
    expect([refused.status, refused.json.error]).toEqual([402, 'Payment settlement failed']);
    expect((await gateway.pay('GET', poll)).json.payment.status).toBe('settled');
    expect((await gateway.pay('GET', poll)).json.payment.status).toBe('already_settled');
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('settles with a fresh signature once the first one has expired', async () => {
    const { id, poll, header } = await orderSlow();
    await happen(id, 'finished');
    await advance(601);
    expect((await gateway.send('GET', poll, { headers: { 'payment-signature': header } })).status).toBe(402);
    expect((await gateway.pay('GET', poll)).json.payment.status).toBe('settled');
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test.each([
    ['fails', 'fail', { stage: 'run' }],
    ['times out', 'timeout', { stage: 'run' }],
  ])('reports a job whose provider %s, never charged', async (_, outcome, detail) => {
    await direct(outcome, detail);
    const job = await gateway.pay('POST', generate, { body: kite });
    expect(job.status).toBe(202);
    const failed = await gateway.pay('GET', job.json.poll_url);
    expect(failed.status).toBe(200);
    expect(failed.json).toMatchObject({
      id: job.json.id,
      object: 'image.generation.job',
      status: 'failed',
      model: kite.model,
      error: expect.any(String),
      payment_status: 'not_charged',
      note: expect.any(String),
    });
    expect(await gateway.settled()).toEqual([]);
  });

  test('fails a job that stalls for an hour, however late it is asked for', async () => {
    await direct('slow', { seconds: 7200 });
    const { json } = await gateway.pay('POST', generate, { body: kite });
    await advance(3601);
    const stalled = await gateway.pay('GET', json.poll_url);
    expect(stalled.json).toMatchObject({ status: 'failed', payment_status: 'not_charged' });
    await happen(json.id, 'finished');
    expect((await gateway.pay('GET', json.poll_url)).json.status).toBe('failed');
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('image jobs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollwright-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('survive a restart', async () => {
    const options = { host: 'base', store: join(folder, 'store.db') };
    const before = await startTestGateway(options);
    const wallet = before.wallet;
    const job = await before.pay('POST', generate, { body: { ...kite, model: 'ember/img-e' } });
    await before.close();

    const after = await startTestGateway(options);
    await after.control('POST', '/clock', { advance_seconds: 120 });
    const done = await after.pay('GET', job.json.poll_url, {}, wallet);
    expect(done.json).toMatchObject({ id: job.json.id, payment: { status: 'settled' } });
    expect((await fetch(done.json.data[0].url)).status).toBe(200);
    await after.close();
  });
});
