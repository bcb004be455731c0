import { at, fieldsAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Parts } from '../../start.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { directImages, generate, kite, orderSlow } from '../../testing/images.ts';

let gateway: TestGateway;
/** Whether the next transfer is not made, and its outcome is unknown. */
let isUnknown = false;

function alter(parts: Parts): Parts {
  const { ledger } = parts.services.store;
  const { transfer } = ledger;
  const failing: typeof transfer = async (...made) => {
    if (!isUnknown) return transfer(...made);
    isUnknown = false;
    throw new Error('connection lost');
  };
  Object.assign(ledger, { transfer: failing });
  return parts;
}

beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' }, alter);
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

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
    expect(answer.headers.get('x-payment-receipt')).toBe(at(answer.json, 'payment', 'tx_hash'));
    expect(await gateway.settled()).toEqual(['85000']);
  });

  test('hosts its images: the URL leads to a PNG of the requested size', async () => {
    const { json } = await gateway.pay('POST', generate, { body: { ...kite, size: '1024x1536' } });
    const response = await fetch(textAt(json, 'data', 0, 'url'));
    const png = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/png');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1536]);
  });

  test('keeps the provider’s URL when the copy failed', async () => {
    for (const model of ['acme/img-a1', 'brightly/img-b1', 'cirrus/img-c', 'dune/img-d1']) {
      await directImages(gateway, 'mirror_fail');
      const { json } = await gateway.pay('POST', generate, { body: { ...kite, model } });
      const { source_url, backed_up } = fieldsAt(json, 'data', 0);
      const url = textAt(json, 'data', 0, 'url');
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
      poll_url: `${generate}/${at(answer.json, 'id')}`,
      poll_instructions: expect.any(String),
    });
    expect(answer.headers.get('x-payment-receipt')).toBeNull();
    expect(await gateway.settled()).toEqual([]);
  });

  test('leads a used authorization to its job, whether it is ready or not', async () => {
    const ready = await gateway.sign('POST', generate, { body: kite });
    const first = await gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': ready } });
    const slow = await orderSlow(gateway);
    for (const [header, id] of [
      [ready, textAt(first.json, 'id')],
      [slow.header, slow.id],
    ] as const) {
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
    const answer = await gateway.send('POST', generate, { body: { ...kite, model: 'unknown/model' } });
    expect(answer.status).toBe(400);
    for (const id of ['acme/img-a1', 'acme/img-a2', 'brightly/img-b3', 'ember/img-e'])
      expect(answer.text).toContain(id);
  });

  test('lists the sizes of the model where a different one is requested', async () => {
    const answer = await gateway.send('POST', generate, { body: { ...kite, size: '123x456' } });
    expect(answer.status).toBe(400);
    expect(at(answer.json, 'error')).toBe('Invalid request body');
    expect(at(answer.json, 'details')).toHaveLength(1);
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
      expect(answers.filter(({ json }) => at(json, 'code') === 'PAYMENT_REPLAY')).toHaveLength(19);
    }
  });

  test('charges nothing for a provider that fails, and takes the same payment again', async () => {
    const header = await gateway.sign('POST', generate, { body: kite });
    const send = () => gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
    await directImages(gateway, 'fail');
    expect((await send()).status).toBe(502);
    expect(await gateway.settled()).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('responds with Retry-After when the provider has no capacity', async () => {
    await directImages(gateway, 'capacity');
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

  test('keeps no payment that has moved nothing when the outcome of its settlement was unknown', async () => {
    const header = await gateway.sign('POST', generate, { body: kite });
    const send = () => gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
    isUnknown = true;
    expect((await send()).status).toBe(503);
    expect(await send()).toMatchObject({ status: 200, json: { payment: { status: 'settled' } } });
    expect(await gateway.settled()).toEqual(['22000']);
  });

  test('charges nothing and hands out nothing when the settlement fails inline', async () => {
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const answer = await gateway.pay('POST', generate, { body: kite });
    expect(answer.status).toBe(402);
    expect(at(answer.json, 'error')).toBe('Payment settlement failed');
    expect(at(answer.json, 'data')).toBeUndefined();
    expect(await gateway.settled()).toEqual([]);
  });
});
