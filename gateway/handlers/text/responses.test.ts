import { at, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const path = '/api/v1/responses';
const body = { model: 'acme/next', input: 'Say hello.', max_output_tokens: 32 };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const direct = (outcome: string, detail: object = {}) =>
  gateway.control('POST', '/upstream', { route: `POST ${path}`, outcome, detail });

describe('create-response', () => {
  test('answers with the native object', async () => {
    const answer = await gateway.pay('POST', path, { body });
    expect(answer.json).toMatchObject({
      object: 'response',
      status: expect.stringMatching(/^(completed|incomplete)$/),
      model: 'next',
      store: false,
      output: [{ type: 'message', content: [{ type: 'output_text', text: expect.any(String) }] }],
    });
  });

  test('takes a model without its prefix for the same price', async () => {
    const [whole, bare] = await Promise.all(
      ['acme/next', 'next'].map((model) => gateway.send('POST', path, { body: { ...body, model } })),
    );
    expect(at(bare?.json, 'price')).toEqual(at(whole?.json, 'price'));
    expect(at((await gateway.pay('POST', path, { body: { ...body, model: 'next' } })).json, 'model')).toBe('next');
  });

  test('streams numbered events that end with the whole response', async () => {
    const whole = await gateway.pay('POST', path, { body });
    const stream = await gateway.pay('POST', path, { body: { ...body, stream: true } });
    const events = stream.events.map((event) => JSON.parse(event));
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events[0].type).toBe('response.created');
    expect(events.at(-1).response.output[0].content).toEqual(at(whole.json, 'output', 0, 'content'));
    const text = events.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')).join('');
    expect(text).toBe(at(whole.json, 'output', 0, 'content', 0, 'text'));
  });

  test('includes encrypted reasoning where it is requested', async () => {
    const include = ['reasoning.encrypted_content'];
    const { json } = await gateway.pay('POST', path, { body: { ...body, include } });
    expect(at(json, 'output')).toContainEqual(
      expect.objectContaining({ type: 'reasoning', encrypted_content: expect.any(String) }),
    );
  });
});

describe('background responses', () => {
  const create = () => gateway.pay('POST', path, { body: { ...body, background: true } });
  const poll = (id: string) => gateway.send('GET', `${path}/${id}`);
  const event = (id: string, name: string) =>
    gateway.control('POST', '/events', { machine: 'background_response', id, event: name });

  test('settle when they are created and are polled for nothing', async () => {
    await direct('slow', { seconds: 600 });
    const { json } = await create();
    expect(json).toMatchObject({ status: 'queued', background: true, store: true, output: [] });
    expect(await gateway.settled()).toHaveLength(1);
    expect(at((await poll(textAt(json, 'id'))).json, 'status')).toBe('queued');

    await event(textAt(json, 'id'), 'finished');
    const { json: done } = await poll(textAt(json, 'id'));
    expect(done).toMatchObject({ id: at(json, 'id'), status: expect.stringMatching(/^(completed|incomplete)$/) });
    expect(at(done, 'output')).toHaveLength(1);
    expect(await gateway.settled()).toHaveLength(1);
  });

  test('stream to every attached caller until their end', async () => {
    await direct('slow', { seconds: 600 });
    const { json } = await create();
    const attached = gateway.send('GET', `${path}/${at(json, 'id')}?stream=true`);
    await event(textAt(json, 'id'), 'finished');
    const events = (await attached).events.map((each) => JSON.parse(each));
    expect(events[0].type).toBe('response.created');
    expect(events.at(-1).response.id).toBe(at(json, 'id'));
  });

  test('owe the payment of one that failed to the same request', async () => {
    const header = await gateway.sign('POST', path, { body: { ...body, background: true } });
    const send = () =>
      gateway.send('POST', path, { body: { ...body, background: true }, headers: { 'payment-signature': header } });
    await direct('fail', { stage: 'run' });
    const { json } = await send();
    expect((await send()).json).toMatchObject({ code: 'PAYMENT_REPLAY' });
    expect((await poll(textAt(json, 'id'))).json).toMatchObject({ status: 'failed', error: { code: 'server_error' } });
    expect((await send()).status).toBe(200);
    expect(await gateway.settled()).toHaveLength(1);
  });

  test('stay cancelled', async () => {
    await direct('slow', { seconds: 600 });
    const { json } = await create();
    expect(at((await gateway.send('POST', `${path}/${at(json, 'id')}/cancel`)).json, 'status')).toBe('cancelled');
    await event(textAt(json, 'id'), 'finished');
    expect((await poll(textAt(json, 'id'))).json).toMatchObject({ status: 'cancelled', output: [] });
  });

  test('are not to be had for a payment that does not settle', async () => {
    await gateway.control('POST', '/settlement', { outcome: 'fail' });
    const refused = await create();
    expect(refused.status).toBe(402);
    expect(await gateway.settled()).toEqual([]);
  });

  test('are refused at once where the provider refuses them, for nothing', async () => {
    await direct('fail');
    expect((await create()).status).toBe(502);
    expect(await gateway.settled()).toEqual([]);
  });

  test('that do not exist are not found', async () => {
    expect((await poll('resp_none')).status).toBe(404);
    expect((await gateway.send('POST', `${path}/resp_none/cancel`)).status).toBe(404);
  });
});

describe('generate-content', () => {
  const native = '/api/v1beta/models/brightly/flash:generateContent';
  const contents = [{ role: 'user', parts: [{ text: 'Say hello.' }] }];

  test('serves payers on the allowlist alone', async () => {
    const refused = await gateway.pay('POST', native, { body: { contents } });
    expect(refused.status).toBe(403);
    expect(await gateway.settled()).toEqual([]);

    await gateway.control('POST', '/allow', { address: gateway.wallet.address });
    const served = await gateway.pay('POST', native, { body: { contents } });
    expect(served.json).toMatchObject({
      candidates: [{ content: { parts: [{ text: expect.any(String) }] } }],
      modelVersion: 'flash',
    });
    expect(await gateway.settled()).toHaveLength(1);
  });
});
