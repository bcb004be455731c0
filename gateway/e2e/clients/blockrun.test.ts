import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { serveToWallet } from './start.ts';

let gateway: Awaited<ReturnType<typeof serveToWallet>>;
let blockrun: typeof import('@blockrun/llm');
let home: string;
beforeAll(async () => {
  // The package logs what calls cost below the home directory.
  home = await mkdtemp(join(tmpdir(), 'blockrun-'));
  vi.stubEnv('HOME', home);
  blockrun = await import('@blockrun/llm');
  gateway = await serveToWallet();
});
afterAll(async () => {
  await gateway.stop();
  await rm(home, { recursive: true });
});

const options = () => ({ privateKey: gateway.payer.key, apiUrl: `${gateway.url}/api` });
const messages = [{ role: 'user' as const, content: 'Say hello.' }];

describe('@blockrun/llm', () => {
  test('chats, whole and as a stream', async () => {
    const client = new blockrun.LLMClient(options());
    expect(await client.chat('acme/large', 'Say hello.')).toContain('simulated');
    const response = await client.chatCompletionStream('acme/large', messages);
    expect(await response.text()).toMatch(/data: \[DONE\]\s*$/);
    expect(client.getSpending().calls).toBeGreaterThan(0);
  });

  test('chats like the OpenAI client', async () => {
    const { privateKey: walletKey, apiUrl } = options();
    const client = new blockrun.OpenAI({ walletKey, baseURL: apiUrl });
    const { choices } = await client.chat.completions.create({ model: 'acme/large', messages });
    expect(choices[0]?.message.content).toContain('simulated');
  });

  test('sends messages like the Anthropic client', async () => {
    const client = new blockrun.AnthropicClient(options());
    const { content } = await client.messages.create({ model: 'aria/verse', max_tokens: 64, messages });
    expect(content).toMatchObject([{ type: 'text' }]);
  });

  test('generates an image and searches', async () => {
    const { data } = await new blockrun.ImageClient(options()).generate('A kite', { model: 'acme/img-a1' });
    expect(data[0]?.url).toMatch(/^http/);
    const result = await new blockrun.SearchClient(options()).search('tollwright', { maxResults: 1 });
    expect(result.summary).toContain('simulated');
  });
});
