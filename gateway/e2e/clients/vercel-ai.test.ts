import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateImage, generateText, isStepCount, Output, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Served, serveToKey } from './start.ts';

const prompt = 'What is the weather in Oslo?';

describe('ai', () => {
  let gateway: Served<string>;
  beforeAll(async () => {
    gateway = await serveToKey();
  });
  afterAll(() => gateway.stop());

  const provider = () =>
    createOpenAICompatible({
      name: 'tollwright',
      baseURL: `${gateway.url}/v1`,
      apiKey: gateway.payer,
      supportsStructuredOutputs: true,
    });
  const call = () => ({ model: provider()('acme/large'), prompt, maxRetries: 0 });

  test('generates a text, whole and as a stream', async () => {
    const { text } = await generateText(call());
    let streamed = '';
    for await (const part of streamText(call()).textStream) streamed += part;
    expect([text, streamed]).toEqual([expect.stringContaining('simulated'), text]);
  });

  test('generates an object', async () => {
    const output = Output.object({ schema: z.object({ degrees: z.number().int().max(60) }) });
    const { output: weather } = await generateText({ ...call(), output });
    expect(weather.degrees).toBeLessThan(61);
  });

  test('calls a tool, and answers with what it returned', async () => {
    const asked: string[] = [];
    const weather = tool({
      inputSchema: z.object({ city: z.string().min(1) }),
      execute: async ({ city }) => {
        asked.push(city);
        return 'rain';
      },
    });
    const { steps, text } = await generateText({ ...call(), tools: { weather }, stopWhen: isStepCount(2) });
    expect(steps[0]?.toolResults).toMatchObject([{ toolName: 'weather', output: 'rain', input: { city: asked[0] } }]);
    expect(text).toContain('simulated');
  });

  test('generates an image', async () => {
    const { image } = await generateImage({ model: provider().imageModel('acme/img-a1'), prompt, maxRetries: 0 });
    expect(image.mediaType).toBe('image/png');
  });
});
