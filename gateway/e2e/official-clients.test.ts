import { ExactEvmScheme } from '@x402/evm';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import OpenAI from 'openai';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ host: 'base', port: 0, defaultBalance: 100_000_000n });
});
afterAll(() => gateway.close());

/** The official client, unmodified, with a fresh wallet. */
function payingFetch(): typeof fetch {
  const client = new ExactEvmScheme(privateKeyToAccount(generatePrivateKey()));
  return wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:8453', client }] });
}

const post = (pay: typeof fetch, path: string, body: unknown) =>
  pay(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('@x402/fetch', () => {
  test('pays for a chat', async () => {
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const answer = await post(payingFetch(), '/api/v1/chat/completions', { model: 'acme/large', messages });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ object: 'chat.completion' });
  });

  test('pays for a search and reads the receipt', async () => {
    const answer = await post(payingFetch(), '/api/v1/search', { query: 'tollwright', max_results: 1 });
    expect(answer.status).toBe(200);
    const receipt = decodePaymentResponseHeader(answer.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'eip155:8453' });
    expect(answer.headers.get('X-Payment-Receipt')).toBe(receipt.transaction);
  });

  test('pays for an image', async () => {
    const answer = await post(payingFetch(), '/api/v1/images/generations', { model: 'acme/img-a1', prompt: 'A kite' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ payment: { status: 'settled' }, price: { amount: '0.022' } });
  });
});

describe('openai', () => {
  const openai = () => new OpenAI({ baseURL: `${gateway.url}/api/v1`, apiKey: 'unused', fetch: payingFetch() });

  test('completes a chat with the paying fetch', async () => {
    const completion = await openai().chat.completions.create({
      model: 'acme/large',
      messages: [{ role: 'user', content: 'Say hello.' }],
    });
    expect(completion.choices[0]?.message.content).toBeTruthy();
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('streams a chat with the paying fetch', async () => {
    const stream = await openai().chat.completions.create({
      model: 'acme/large',
      messages: [{ role: 'user', content: 'Say hello.' }],
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).not.toBe('');
  });
});
