/**
 * Buys with every official client, and prints what each got as JSON. It runs in a process of its own, whose environment
 * names the certificates to trust and the HTTP proxy.
 *
 * `node buy-all.ts <url of the base host> <url of its control API> <token of the control API>`
 */

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { read } from '@tollwright/runtime/values/json';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm';
import { generateText, streamText } from 'ai';
import axios from 'axios';
import OpenAI from 'openai';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { officialFetch } from '../e2e/clients/start.ts';

const [, , url = '', controlUrl = '', token = ''] = process.argv;
const account = privateKeyToAccount(generatePrivateKey());
const fetch = officialFetch(account);
const messages = [{ role: 'user' as const, content: 'Say hello.' }];
const model = 'acme/large';
const images = `${url}/api/v1/images/generations`;

const post = (to: string, body: unknown) =>
  fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function control(path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await globalThis.fetch(`${controlUrl}/control/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function openai() {
  const client = new OpenAI({ baseURL: `${url}/api/v1`, apiKey: 'unused', maxRetries: 0, fetch });
  const { choices } = await client.chat.completions.create({ model, messages });
  let streamed = '';
  for await (const {
    choices: [choice],
  } of await client.chat.completions.create({ model, messages, stream: true }))
    streamed += choice?.delta.content ?? '';
  return { whole: choices[0]?.message.content, streamed };
}

async function anthropic() {
  const client = new Anthropic({ baseURL: `${url}/api`, apiKey: 'unused', maxRetries: 0, fetch });
  const asked = { model: 'aria/verse', max_tokens: 64, messages };
  const { content } = await client.messages.create(asked);
  const last = await client.messages.stream(asked).finalMessage();
  return { whole: read(content, 0, 'text'), streamed: read(last.content, 0, 'text') };
}

async function vercel() {
  const { chatModel } = createOpenAICompatible({ name: 'tollwright', baseURL: `${url}/api/v1`, fetch });
  const call = { model: chatModel(model), prompt: 'Say hello.', maxRetries: 0 };
  return { whole: (await generateText(call)).text, streamed: await streamText(call).text };
}

async function axiosClient() {
  const api = wrapAxiosWithPaymentFromConfig(axios.create(), {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
  });
  const { status, data } = await api.post(images, { model: 'acme/img-a1', prompt: 'A kite' });
  return { status, payment: data.payment.status };
}

/** Orders an image that is not ready, and polls it where the gateway says. */
async function job() {
  await control('upstream', { route: 'POST /api/v1/images/generations', outcome: 'slow' });
  const ordered = await post(images, { model: 'acme/img-a1', prompt: 'A kite' });
  const { id, poll_url: poll } = Object(await ordered.json());
  await control('events', { machine: 'image_job', id, event: 'finished' });
  const polled = await fetch(new URL(poll, images));
  return { ordered: ordered.status, polled: polled.status, receipt: polled.headers.has('PAYMENT-RESPONSE') };
}

console.log(
  JSON.stringify({
    openai: await openai(),
    anthropic: await anthropic(),
    ai: await vercel(),
    axios: await axiosClient(),
    job: await job(),
  }),
);
