import { at, textAt } from '@tollwright/runtime/testing/read';
import type { TestOffer } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const edit = '/api/v1/images/image2image';
const square =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAD0lEQVR42mNgGAWjgHwAAAJAAAHgTR1EAAAAAElFTkSuQmCC';
const body = { prompt: 'Make the square red', image: square };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const direct = (outcome: string) => gateway.control('POST', '/upstream', { route: `POST ${edit}`, outcome });

/** Sends the fields as a form; a data URI goes as a file. */
async function sendForm(fields: readonly (readonly [string, string])[], payment?: string) {
  const form = new FormData();
  for (const [name, value] of fields) {
    form.append(name, value.startsWith('data:') ? await (await fetch(value)).blob() : value);
  }
  const headers = payment === undefined ? {} : { 'payment-signature': payment };
  const response = await fetch(`${gateway.url}${edit}`, { method: 'POST', body: form, headers });
  const json: { accepts: TestOffer[]; price: { amount: string } } = JSON.parse(await response.text());
  return { status: response.status, json };
}

describe('edit-image', () => {
  test('responds with the edited images, hosted, in the requested size', async () => {
    const answer = await gateway.pay('POST', edit, { body: { ...body, size: '1536x1024', n: 2 } });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      created: expect.any(Number),
      data: [
        { url: expect.any(String), revised_prompt: expect.any(String) },
        { url: expect.any(String), revised_prompt: expect.any(String) },
      ],
    });
    expect(at(answer.json, 'data', 0, 'url')).not.toBe(at(answer.json, 'data', 1, 'url'));
    const png = Buffer.from(await (await fetch(textAt(answer.json, 'data', 0, 'url'))).arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1536, 1024]);
    expect(answer.headers.get('x-payment-receipt')).toMatch(/^0x/);
    expect(await gateway.settled()).toEqual(['252000']);
  });

  test('makes another image of another one, of more, and with a mask', async () => {
    const urlOf = async (more: object) =>
      at((await gateway.pay('POST', edit, { body: { ...body, ...more } })).json, 'data', 0, 'url');
    const other = 'data:image/png;base64,AAAA';
    const all = [{}, { image: other }, { image: [square, square] }, { mask: square }];
    const urls = [];
    for (const more of all) urls.push(await urlOf(more));
    expect(new Set(urls).size).toBe(all.length);
    expect(await urlOf({ image: [square] })).toBe(urls[0]);
  });

  test('takes a form, with a mask on a single image', async () => {
    const fields = [
      ['prompt', 'Make it red'],
      ['image[]', square],
      ['mask', square],
      ['model', 'acme/img-a1'],
      ['size', '1536x1024'],
      ['n', '1'],
    ] as const;
    const sent = await sendForm(fields);
    expect([sent.status, sent.json.price.amount]).toEqual([402, '0.042']);
    const [offer] = sent.json.accepts;
    const payment = offer && (await gateway.wallet.sign(offer, Math.floor(Date.now() / 1000)));
    expect((await sendForm(fields, payment)).status).toBe(200);
    expect(await gateway.settled()).toEqual(['42000']);
  });

  test.each([
    ['model', { model: 'cirrus/img-c' }],
    ['size', { size: '512x512' }],
    ['image', { image: 'https://example.com/a.png' }],
    ['image', { image: Array(5).fill(square) }],
    ['image', { model: 'brightly/img-b1', image: Array(4).fill(square) }],
    ['image', { image: [] }],
    ['mask', { model: 'brightly/img-b3', mask: square }],
    ['mask', { image: [square, square], mask: square }],
  ])('names %s before any price: %j', async (field, more) => {
    const answer = await gateway.send('POST', edit, { body: { ...body, ...more } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(at(answer.json, 'details'))).toContain(field);
  });

  test.each([
    ['fail', 500],
    ['timeout', 504],
    ['capacity', 429],
  ])('charges nothing when the outcome of the provider is %s', async (outcome, status) => {
    await direct(outcome);
    expect((await gateway.pay('POST', edit, { body })).status).toBe(status);
    expect(await gateway.settled()).toEqual([]);
  });

  test('gives the provider’s URL where the copy failed', async () => {
    await direct('mirror_fail');
    const { status, json } = await gateway.pay('POST', edit, { body });
    expect(status).toBe(200);
    expect(at(json, 'data', 0, 'url')).not.toContain(gateway.url);
  });
});
