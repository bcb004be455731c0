import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { at, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const portrait = '/api/v1/portrait/enroll';
const image = 'https://media.example/ada.png';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

async function activeGroup(): Promise<string> {
  const { json } = await gateway.send('POST', '/api/v1/realface/init', { body: { name: 'Grace' } });
  await gateway.control('POST', '/events', { machine: 'realface', id: at(json, 'group_id'), event: 'liveness_passed' });
  return textAt(json, 'group_id');
}

describe('enroll-portrait', () => {
  test.each([
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'http://a.example/a.png',
  ])('refuses %s before it requires a payment', async (url) => {
    const refused = await gateway.send('POST', portrait, { body: { name: 'Ada', image_url: url } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('image_url');
  });

  test('hosts a copy of the image', async () => {
    const made = await gateway.pay('POST', portrait, { body: { name: 'Ada', image_url: image } });
    expect(made.json).toMatchObject({ mirrored: true, source_image_url: image });
    const copy = await fetch(textAt(made.json, 'image_url'));
    expect(copy.headers.get('content-type')).toBe('image/png');
  });

  test('shows others nothing of the host that its caller has named', async () => {
    const body = { name: 'Ada', image_url: image };
    const payment = await gateway.sign('POST', portrait, { body });
    const headers = { host: 'attacker.example', 'content-type': 'application/json', 'payment-signature': payment };
    const made = httpRequest(`${gateway.url}${portrait}`, { method: 'POST', headers }).end(JSON.stringify(body));
    const [response] = await once(made, 'response');
    await response.resume().toArray();
    expect(response.statusCode).toBe(200);
    const listed = await gateway.send('GET', `/api/v1/wallet/${gateway.wallet.address}/portraits`);
    expect(at(listed.json, 'count')).toBe(1);
    expect(listed.text).not.toContain('attacker.example');
    expect((await fetch(textAt(at(listed.json, 'portraits', 0), 'imageUrl'))).status).toBe(200);
  });

  test('names the transaction that paid for it, in its response and in lists', async () => {
    const made = await gateway.pay('POST', portrait, { body: { name: 'Ada', image_url: image } });
    const paid = made.headers.get('x-payment-receipt');
    expect(paid).toMatch(/^0x/);
    expect(at(made.json, 'settlement')).toMatchObject({ success: true, tx_hash: paid });
    const listed = await gateway.send('GET', `/api/v1/wallet/${gateway.wallet.address}/portraits`);
    expect(at(listed.json, 'portraits', 0, 'enrollmentTxHash')).toBe(paid);
  });

  test('keeps an asset whose payment does not settle, and bears its cost', async () => {
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const made = await gateway.pay('POST', portrait, { body: { name: 'Ada', image_url: image } });
    expect(at(made.json, 'settlement')).toMatchObject({ success: false, tx_hash: null });
    expect(made.headers.get('payment-response')).toBe(null);
    const listed = await gateway.send('GET', `/api/v1/wallet/${gateway.wallet.address}/portraits`);
    expect(at(listed.json, 'portraits', 0, 'assetId')).toBe(at(made.json, 'asset_id'));
    expect(await gateway.settled()).toEqual([]);

    // The next one is paid first.
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const refused = await gateway.pay('POST', portrait, { body: { name: 'Eve', image_url: image } });
    expect(refused.status).toBe(402);
    const after = await gateway.send('GET', `/api/v1/wallet/${gateway.wallet.address}/portraits`);
    expect(at(after.json, 'count')).toBe(1);
    const paid = await gateway.pay('POST', portrait, { body: { name: 'Eve', image_url: image } });
    const receipt = paid.headers.get('x-payment-receipt');
    const last = await gateway.send('GET', `/api/v1/wallet/${gateway.wallet.address}/portraits`);
    expect(at(last.json, 'portraits', 1, 'enrollmentTxHash')).toBe(receipt);
  });

  test('lists a wallet in whatever case its address is written', async () => {
    await gateway.pay('POST', portrait, { body: { name: 'Ada', image_url: image } });
    const upper = `0x${gateway.wallet.address.slice(2).toUpperCase()}`;
    expect(at((await gateway.send('GET', `/api/v1/wallet/${upper}/portraits`)).json, 'count')).toBe(1);
  });
});

describe('face groups', () => {
  test('have opaque handles of 215 characters', async () => {
    const handles = await Promise.all([activeGroup(), activeGroup()]);
    expect(handles[0]).not.toBe(handles[1]);
    for (const handle of handles) expect(handle).toMatch(/^[\w-]{215}$/);
  });

  test('count every face that is enrolled at once', async () => {
    const group = await activeGroup();
    const body = { name: 'Grace', image_url: image, group_id: group };
    await Promise.all(Array.from({ length: 3 }, () => gateway.pay('POST', '/api/v1/realface/enroll', { body })));
    const status = await gateway.send('GET', `/api/v1/realface/status?groupId=${group}`);
    expect(status.json).toMatchObject({ status: 'active', asset_count: 3 });
  });

  test('limits the groups of one address and responds with Retry-After', async () => {
    const open = () => gateway.send('POST', '/api/v1/realface/init', { body: { name: 'Grace' } });
    for (let made = 0; made < 10; made += 1) expect((await open()).status).toBe(200);
    const limited = await open();
    expect(limited.status).toBe(429);
    expect(at(limited.json, 'error')).toEqual(expect.any(String));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3500);
  });
});
