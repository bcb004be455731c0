/**
 * Providers as they are: each row of `providers/` runs through chat, stream, tools, usage and failure, with exact money.
 *
 * The exchanges were written by us after public documentation and reports; no provider was called.
 */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createGateway, type Gateway } from '@tollwright/runtime/gateway/create';
import type { Route } from '@tollwright/runtime/operation/operation';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { textAt } from '@tollwright/runtime/testing/read';
import { startUpstream, type TestUpstream } from '@tollwright/runtime/testing/upstream';
import { anthropic } from '@tollwright/runtime/upstream/anthropic';
import { openAi } from '@tollwright/runtime/upstream/openai';
import { createProvider } from '@tollwright/runtime/upstream/provider';
import { read } from '@tollwright/runtime/values/json';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { load } from 'js-yaml';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Handlers } from '#generated/handlers.ts';
import { accountHost } from '#generated/hosts/account.ts';
import { baseHost } from '#generated/hosts/base.ts';

interface Failure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly as: 'failed' | 'rejected' | 'rate-limited';
  /** Seconds that its body asks to wait. */
  readonly retryAfter?: number;
}

/** One provider. */
interface Row {
  readonly provider: string;
  /** `chat` where absent. */
  readonly api?: 'messages';
  readonly baseUrl: string;
  /** Name of the header that carries its key, and the scheme before it. */
  readonly key: string;
  readonly sources: readonly string[];
  readonly habits: readonly string[];
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly usage: { readonly input: number; readonly output: number };
  readonly chat: string;
  readonly stream: string;
  readonly tools: string;
  readonly failures: readonly Failure[];
  readonly streamFailure: string;
}

const files = globSync('gateway/e2e/providers/*.yaml').toSorted();
// The test reads every field, so that a row without one fails.
const rows = files.map((file) => load(readFileSync(file, 'utf8')) as Row);

const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';
const apiKey = 'sk_of_this_test';
const balance = 1_000_000_000n;
let current: Row;
let upstream: TestUpstream;
let gateway: Gateway;
let accounts: Gateway;

/** Two models of the current provider, as a project writes its handlers. */
function handlers(services: Services) {
  const models = () => {
    const { baseUrl, key, fields } = current;
    const [header = '', scheme] = key.split(': ');
    const headers = { [header]: scheme === undefined ? 'key' : `${scheme} key` };
    const url = `${upstream.url}${new URL(baseUrl).pathname}`;
    // A new one for each call, which failures of earlier ones do not keep from its provider.
    const provider = createProvider(services, { baseUrl: url, headers, retries: 0 });
    return ['model-1', 'model-2'].map((model) => ({ provider, model, ...(fields && { fields }) }));
  };
  const [ai, claude] = [openAi(models), anthropic(models)];
  return {
    'create-chat-completion': (call) => ai.chat(call, call.request),
    'create-message': (call) => claude.messages(call, call.request),
  } satisfies Partial<Handlers>;
}

beforeAll(async () => {
  upstream = await startUpstream(() => undefined);
  gateway = await createGateway({ host: baseHost, handlers, payTo, defaultBalance: balance });
  accounts = await createGateway({ host: accountHost, handlers, payTo, apiKeys: [{ key: apiKey, balance }] });
});
afterAll(() => Promise.all([gateway.close(), accounts.close(), upstream.close()]));
beforeEach(() => {
  upstream.received.length = 0;
});

function answer(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  upstream.respond = (response) => response.writeHead(status, headers).end(body);
}

const messages = [{ role: 'user', content: 'Say hello.' }];
const request = (stream: boolean) => ({
  model: current.api ? 'aria/verse' : 'acme/large',
  messages,
  max_tokens: 64,
  stream,
});
const pathOf = (prefix: string) => (current.api ? `${prefix}/v1/messages` : `${prefix}/v1/chat/completions`);
const requestTo = (url: string, stream: boolean, headers: Readonly<Record<string, string>> = {}) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  return new Request(url, { ...init, body: JSON.stringify(request(stream)) });
};

/** The official paying fetch. */
const pay = wrapFetchWithPaymentFromConfig((input, init) => gateway.fetch(new Request(input, init)), {
  schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())) }],
});
const buy = (stream: boolean) => pay(requestTo(`http://gateway.test${pathOf('/api')}`, stream));
const charge = (stream: boolean) =>
  accounts.fetch(requestTo(`http://gateway.test${pathOf('')}`, stream, { authorization: `Bearer ${apiKey}` }));

/** What was paid by wallets, and what was charged to the account. */
async function money(): Promise<{ paid: bigint; spent: bigint }> {
  const transfers = await gateway.services.store.ledger.transfers();
  const { spent } = (await accounts.services.store.accounts.findByKey(apiKey)) ?? { spent: -1n };
  return { paid: transfers.reduce((sum, { amount }) => sum + amount, 0n), spent };
}

const routeOf = (host: typeof baseHost): Route | undefined =>
  host.routes.find(({ operation }) => operation.id === (current.api ? 'create-message' : 'create-chat-completion'));
/** What the current request costs by the generated calculators. */
function priceOf(stream: boolean): { paid: bigint; spent: bigint } {
  const { input, output } = current.usage;
  const names = current.api ? ['input_tokens', 'output_tokens'] : ['prompt_tokens', 'completion_tokens'];
  const usage = { [names[0] ?? '']: input, [names[1] ?? '']: output };
  // The calculators read a request that the gateway's validators have checked.
  const asked = { request: request(stream), query: {}, params: {}, response: { usage } } as never;
  const paid = routeOf(baseHost)?.quote?.(asked).amount ?? -1n;
  return { paid, spent: routeOf(accountHost)?.meter?.(asked).amount ?? -1n };
}

const textOf = (body: unknown) => read(body, 'choices', 0, 'message', 'content') ?? read(body, 'content', 0, 'text');
/** The text of a stream, and whether it ended as the API says. */
function streamed(text: string): { text: string; isWhole: boolean } {
  const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']): unknown => JSON.parse(json));
  const parts = events.map((each) => read(each, 'choices', 0, 'delta', 'content') ?? read(each, 'delta', 'text') ?? '');
  const last = current.api ? 'data: {"type":"message_stop"}' : 'data: [DONE]';
  return { text: parts.join(''), isWhole: text.trimEnd().endsWith(last) };
}

test('the table names every provider that the guide lists', () => {
  const guide = readFileSync('docs/write-handlers.md', 'utf8');
  const listed = [...guide.matchAll(/^\| \[?([\w .]+?)\]? \| `http/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(rows.map(({ provider }) => provider).toSorted());
  expect(new Set(rows.map(({ provider }) => provider)).size).toBe(files.length);
});

describe.each(rows.map((row, index) => [row.provider, row, basename(files[index] ?? '')] as const))('%s', (_, row) => {
  beforeEach(() => {
    current = row;
  });

  test('is asked where and how its documentation says', async () => {
    answer(row.chat);
    await (await charge(false)).text();
    const [received] = upstream.received;
    const [header = '', scheme] = row.key.split(': ');
    expect(received?.url).toBe(
      `${new URL(row.baseUrl).pathname}${row.api ? '/messages' : '/chat/completions'}`.replace('//', '/'),
    );
    expect(received?.headers[header]).toBe(scheme === undefined ? 'key' : `${scheme} key`);
    for (const [name, own] of Object.entries(row.fields ?? {})) {
      expect(received?.body).not.toHaveProperty(name);
      if (name === 'max_tokens') expect(received?.body[own ?? '']).toBe(64);
    }
    expect([row.sources.length > 0, row.habits.length > 0]).toEqual([true, true]);
  });

  test('completes a chat at the exact price', async () => {
    answer(row.chat);
    const before = await money();
    const [bought, charged] = [await buy(false), await charge(false)];
    expect([bought.status, textOf(await bought.json())]).toEqual([200, 'Hello there.']);
    expect([charged.status, textOf(await charged.json())]).toEqual([200, 'Hello there.']);
    const { paid, spent } = priceOf(false);
    expect(await money()).toEqual({ paid: before.paid + paid, spent: before.spent + spent });
  });

  test('keeps the digits of its numbers', async () => {
    answer(row.chat);
    const digits = (text: string) => text.replace(/"model":\s*"[^"]*"/, '').match(/-?\d[\d.eE+-]*/g);
    expect(digits(await (await charge(false)).text())).toEqual(digits(row.chat));
  });

  test('streams a chat at the exact price', async () => {
    answer(row.stream, 200, { 'content-type': 'text/event-stream' });
    const before = await money();
    for (const response of [await buy(true), await charge(true)]) {
      expect([response.status, streamed(await response.text())]).toEqual([
        200,
        { text: 'Hello there.', isWhole: true },
      ]);
    }
    const { paid, spent } = priceOf(true);
    expect(await money()).toEqual({ paid: before.paid + paid, spent: before.spent + spent });
  });

  test('calls tools', async () => {
    answer(row.tools);
    const body: unknown = await (await charge(false)).json();
    const called = row.api
      ? { name: read(body, 'content', 0, 'name'), city: read(body, 'content', 0, 'input', 'city') }
      : {
          name: read(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'name'),
          city: JSON.parse(textAt(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'arguments')).city,
        };
    expect(called).toEqual({ name: 'weather', city: 'Oslo' });
  });

  test.each(row.failures)(
    'fails with $status, as $as, and nothing is charged',
    async ({ status, headers, body, as, retryAfter = '60' }) => {
      const before = await money();
      for (const stream of [false, true]) {
        answer(body, status, headers);
        upstream.received.length = 0;
        const responses = [await buy(stream), await charge(stream)];
        for (const response of responses) {
          expect(response.status).toBe(as === 'rate-limited' ? 429 : 502);
          if (as === 'rate-limited')
            expect(response.headers.get('retry-after')).toBe(headers?.['retry-after'] ?? `${retryAfter}`);
        }
        // What was refused is not asked of the next model.
        expect(upstream.received).toHaveLength(as === 'rejected' ? 2 : 4);
      }
      expect(await money()).toEqual(before);
    },
  );

  test('fails in the middle of a stream, and nothing is charged', async () => {
    answer(row.streamFailure, 200, { 'content-type': 'text/event-stream' });
    const before = await money();
    for (const response of [await buy(true), await charge(true)]) {
      const text = await response.text();
      expect([streamed(text), /^event: error$/m.test(text)]).toEqual([{ text: 'Hello', isWhole: false }, true]);
    }
    expect(await money()).toEqual(before);
  });
});
