/** Official clients, unmodified, pay the gateway on a real chain. */

import Anthropic from '@anthropic-ai/sdk';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import axios from 'axios';
import OpenAI from 'openai';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn } from './gateway.ts';

const host = networkOf(baseHost);
const funds = 5_000_000n;
const hello = [{ role: 'user' as const, content: 'Say hello.' }];
const chat = { model: 'acme/large', messages: hello };

let chain: Chain;
let gateway: Gateway;
let account: ReturnType<typeof privateKeyToAccount>;

beforeAll(async () => {
  chain = await startChain(host);
  gateway = await startGateway({ host: 'base', port: 0, settler: await settlerOn(chain, host) });
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

beforeEach(async () => {
  account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, funds);
});

function schemes() {
  return { schemes: [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(account) }] };
}

const payingFetch = () => wrapFetchWithPaymentFromConfig(fetch, schemes());

/** What the wallet of the test has paid. */
async function paid(): Promise<bigint> {
  return funds - (await chain.balance(account.address));
}

test('@x402/fetch pays for a chat, and its receipt is on the chain', async () => {
  const before = await chain.balance(gateway.payTo);
  const answer = await payingFetch()(`${gateway.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chat),
  });
  expect(answer.status).toBe(200);
  const { transaction } = decodePaymentResponseHeader(answer.headers.get('PAYMENT-RESPONSE') ?? '');
  expect(await chain.rpc('eth_getTransactionReceipt', transaction)).toMatchObject({ status: '0x1' });
  expect(await paid()).toBeGreaterThan(0n);
  expect((await chain.balance(gateway.payTo)) - before).toBe(await paid());
});

test('@x402/axios pays for a chat', async () => {
  const pay = wrapAxiosWithPaymentFromConfig(axios.create({ baseURL: gateway.url }), schemes());
  const { data } = await pay.post('/api/v1/chat/completions', chat);
  expect(data).toMatchObject({ object: 'chat.completion' });
  expect(await paid()).toBeGreaterThan(0n);
});

test('openai pays for a chat and for a streamed one', async () => {
  const openai = new OpenAI({ baseURL: `${gateway.url}/api/v1`, apiKey: 'unused', fetch: payingFetch() });
  const completion = await openai.chat.completions.create(chat);
  expect(completion.choices[0]?.message.content).toBeTruthy();
  const once = await paid();
  const stream = await openai.chat.completions.create({ ...chat, stream: true });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  expect(text).not.toBe('');
  expect(await paid()).toBe(2n * once);
});

test('@anthropic-ai/sdk pays for a message and for a streamed one', async () => {
  const anthropic = new Anthropic({ baseURL: `${gateway.url}/api`, apiKey: 'unused', fetch: payingFetch() });
  const asked = { model: 'aria/verse', max_tokens: 20, messages: hello };
  const message = await anthropic.messages.create(asked);
  expect(message.content[0]).toMatchObject({ type: 'text' });
  const once = await paid();
  expect(once).toBeGreaterThan(0n);
  expect((await anthropic.messages.stream(asked).finalMessage()).content[0]).toMatchObject({ type: 'text' });
  expect(await paid()).toBe(2n * once);
});
