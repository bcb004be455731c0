import { at } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const path = '/api/v1/messages';
const body = { model: 'aria/verse', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 32 };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

describe('create-message', () => {
  test("answers with the provider's own envelope", async () => {
    const content = [
      { type: 'text', text: 'Say hello.' },
      { type: 'tool_result', tool_use_id: 'a', content: 'Done.' },
    ];
    const answer = await gateway.pay('POST', path, {
      body: { ...body, system: [{ type: 'text', text: 'Be brief.' }], messages: [{ role: 'user', content }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'verse',
      content: [{ type: 'text', text: expect.any(String) }],
      stop_reason: expect.stringMatching(/^(end_turn|max_tokens)$/),
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
  });

  test('streams named events that join to the same text', async () => {
    const whole = await gateway.pay('POST', path, { body });
    const stream = await gateway.pay('POST', path, { body: { ...body, stream: true } });
    const events = stream.events.map((event) => JSON.parse(event));
    const names = stream.text.match(/^event: .*$/gm)?.map((line) => line.slice('event: '.length));
    expect(names).toEqual(events.map(({ type }) => type));
    expect(names?.[0]).toBe('message_start');
    expect(names?.at(-1)).toBe('message_stop');
    expect(events.map(({ delta }) => delta?.text ?? '').join('')).toBe(at(whole.json, 'content', 0, 'text'));
    expect(events.find(({ type }) => type === 'message_delta')).toMatchObject({ usage: at(whole.json, 'usage') });
  });

  test('ends a cut stream with an error event and charges nothing', async () => {
    await gateway.control('POST', '/upstream', { route: `POST ${path}`, outcome: 'cut' });
    const stream = await gateway.pay('POST', path, { body: { ...body, stream: true } });
    expect(stream.text).toMatch(/\nevent: error\ndata: .*\n\n$/);
    expect(await gateway.settled()).toEqual([]);
  });

  test.each(['acme/large', 'verse', 'unknown/model'])(
    'takes no model of another family or spelling: %s',
    async (model) => {
      const answer = await gateway.send('POST', path, { body: { ...body, model } });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('model');
    },
  );
});
