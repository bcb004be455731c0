import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ownFetch, serveToKey, serveToWallet } from './start.ts';

const model = 'aria/verse';
const max_tokens = 400;
const messages = [{ role: 'user' as const, content: 'What is the weather in Oslo?' }];
const properties = { city: { type: 'string', minLength: 1 } };
const tools = [{ name: 'get_weather', input_schema: { type: 'object' as const, properties, required: ['city'] } }];
const Weather = z.object({ city: z.string(), degrees: z.number().int() });

describe.each([
  [
    'the account host, with a key',
    async () => {
      const { url, payer, stop } = await serveToKey();
      return { stop, anthropic: new Anthropic({ baseURL: url, apiKey: payer, maxRetries: 0 }) };
    },
  ],
  [
    'a host that is paid per call, with payingFetch',
    async () => {
      const { url, payer, stop } = await serveToWallet();
      const fetch = ownFetch(url, payer.account);
      return { stop, anthropic: new Anthropic({ baseURL: `${url}/api`, apiKey: 'unused', maxRetries: 0, fetch }) };
    },
  ],
])('@anthropic-ai/sdk on %s', (_, start) => {
  let anthropic: Anthropic;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ anthropic, stop } = await start());
  });
  afterAll(() => stop());

  test('continues a conversation, whole and as a stream', async () => {
    const { content, usage } = await anthropic.messages.create({ model, max_tokens, messages });
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('simulated') }]);
    expect(usage.output_tokens).toBeGreaterThan(0);
    const streamed = await anthropic.messages.stream({ model, max_tokens, messages }).finalMessage();
    expect(streamed.content).toEqual(content);
  });

  test('calls a tool, whole and as a stream, and answers with what it returned', async () => {
    const { content, stop_reason } = await anthropic.messages.create({ model, max_tokens, messages, tools });
    expect(stop_reason).toBe('tool_use');
    const [call] = content;
    if (call?.type !== 'tool_use') throw new Error('No tool was called.');
    expect(call).toMatchObject({ name: 'get_weather', input: { city: expect.stringMatching(/./) } });
    const streamed = await anthropic.messages.stream({ model, max_tokens, messages, tools }).finalMessage();
    expect(streamed.content).toEqual(content);
    const result = [{ type: 'tool_result' as const, tool_use_id: call.id, content: 'rain' }];
    const turns = [...messages, { role: 'assistant' as const, content }, { role: 'user' as const, content: result }];
    const answer = await anthropic.messages.create({ model, max_tokens, messages: turns, tools });
    expect(answer).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] });
  });

  test('reads structured output', async () => {
    const format = zodOutputFormat(Weather);
    const answer = await anthropic.messages.parse({ model, max_tokens, messages, output_config: { format } });
    expect(Number.isInteger(answer.parsed_output?.degrees)).toBe(true);
  });

  test('throws the class of an error that the gateway reports', async () => {
    const failure = anthropic.messages.create({ model: 'aria/none', max_tokens, messages });
    await expect(failure).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  });
});

test('@anthropic-ai/sdk throws its own error for an unknown key', async () => {
  const { url, stop } = await serveToKey();
  const unknown = new Anthropic({ baseURL: url, apiKey: 'sk_unknown', maxRetries: 0 });
  const failure = unknown.messages.create({ model, max_tokens, messages });
  await expect(failure).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
  await stop();
});
