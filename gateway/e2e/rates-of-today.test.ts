import { payingFetch } from '@tollwright/runtime/client/paying-fetch';
import { QuoteRefused } from '@tollwright/runtime/client/quotes';
import { type Entry, Rates } from '@tollwright/runtime/money/catalog';
import type { Reply } from '@tollwright/runtime/operation/handler';
import type { Route } from '@tollwright/runtime/operation/operation';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageModels, imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { textModels, textModelsEntries } from '#generated/catalogs/text-models.ts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

const account = privateKeyToAccount(generatePrivateKey());
const wallet = { address: account.address, sign: account.signTypedData };
const order = { model: 'acme/img-a1', prompt: 'A red kite', size: '1024x1024' };
const chat = { model: 'acme/large', messages: [{ role: 'user' as const, content: 'Hi.' }], max_tokens: 1000 };

/** The catalogs of a gateway that has become dearer since its clients were generated. */
const dearer = imageModelsEntries.map(({ id, rates }) => ({
  id,
  rates: Object.fromEntries(Object.keys(rates).map((size) => [size, '0.5'])),
}));
const doubled = (usd: string, places: number) => (2 * Number(usd)).toFixed(places);
const dearerText = textModelsEntries.map(({ id, input, output }) => ({
  id,
  input: doubled(input, 2),
  output: doubled(output, 1),
}));

const { base: host } = hosts;
if (!host) throw new Error('There is no host of that name.');

let images: () => Reply;
let texts: () => Reply;
/** How often the live list of images was read. */
let reads = 0;

let gateway: TestGateway;
beforeAll(async () => {
  const rates = new Rates();
  rates.follow(imageModels, dearer);
  rates.follow(textModels, dearerText);
  const priced = ({ quote, ...route }: Route): Route => ({
    ...route,
    ...(quote && { quote: (input) => rates.apply(() => quote(input)) }),
  });
  gateway = await startTestGateway({ host: 'base', funds: [] }, (parts) => ({
    ...parts,
    host: { ...host, routes: host.routes.map(priced) },
    handlers: {
      ...parts.handlers,
      'list-image-models': () => {
        reads += 1;
        return images();
      },
      'list-models': () => texts(),
    },
  }));
});
afterAll(() => gateway.close());

const listing = (data: readonly Entry[]) => (): Reply => ({ status: 200, body: { object: 'list', data } });
const client = (budget = '10') => createClient({ host, baseUrl: gateway.url, wallet, budget });
const settled = async () => (await gateway.settled()).at(-1);

describe('a call that has become dearer', () => {
  test.each([
    ['under the names of the specification', listing(dearer)],
    [
      'as numbers by size',
      listing(dearer.map(({ id, rates }) => ({ id, pricing: { usd: true, per_size: numbers(rates) } }))),
    ],
    [
      'in micro-USD by id',
      () => ({
        status: 200,
        body: Object.fromEntries(dearer.map(({ id, rates }) => [id, { prices: numbers(rates, 1e6) }])),
      }),
    ],
  ])('is bought at the rates of the live list: %s', async (_, list: () => Reply) => {
    images = list;
    const buyer = client('1');
    const before = reads;
    // 0.5 USD with the media margin of 5 %, and the fee.
    await buyer.generateImage(order);
    expect([await settled(), buyer.quote('generate-image', { body: order })?.amount]).toEqual(['526000', 526_000n]);
    await expect(buyer.generateImage(order)).rejects.toThrow(/budget/i);
    expect(reads).toBe(before + 1);
  });

  test('is bought at rates for one token as well, which come in another unit', async () => {
    const perToken = (usd: string) => (Number(usd) / 1e6).toFixed(12);
    texts = listing(
      dearerText.map(({ id, input, output }) => ({
        id,
        context_window: 128_000,
        pricing: { input_per_token: perToken(input), output_per_token: perToken(output), cached_input_per_token: '0' },
      })),
    );
    const buyer = client();
    const { receipt } = await buyer.createChatCompletion(chat);
    expect(receipt).toBeDefined();
    expect(await settled()).toBe(String(buyer.quote('create-chat-completion', { body: chat })?.amount));
  });

  test('is paid by payingFetch too', async () => {
    images = listing(dearer);
    const pay = payingFetch({ host, baseUrl: gateway.url, wallet, budget: '10' });
    const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify(order)];
    const response = await pay(`${gateway.url}/api/v1/images/generations`, { method: 'POST', headers, body });
    expect([response.status, await settled()]).toEqual([200, '526000']);
  });

  const moved = dearer.map(({ id, rates }) => ({ id, tariff: Object.values(rates) }));
  test.each([
    ['has other rates', listing(imageModelsEntries.map(({ id, rates }) => ({ id, rates })))],
    [
      'has several figures of one name',
      listing(dearer.map(({ id, rates }) => ({ id, rates, flex: numbers(rates, 9) }))),
    ],
    ['has no names of the specification', listing(moved)],
    ['cannot be read', (): Reply => ({ status: 500, body: {} })],
  ])('is refused where the live list %s', async (_, list) => {
    images = list;
    const before = await gateway.settled();
    await expect(client().generateImage(order)).rejects.toBeInstanceOf(QuoteRefused);
    expect(await gateway.settled()).toEqual(before);
  });

  test('is bought where its caller says what the rates are', async () => {
    images = listing(moved);
    const buyer = client();
    buyer.follow(imageModels, dearer);
    await buyer.generateImage(order);
    expect(await settled()).toBe('526000');
  });
});

function numbers(rates: Readonly<Record<string, string>>, factor = 1): Record<string, number> {
  return Object.fromEntries(Object.entries(rates).map(([size, rate]) => [size, Number(rate) * factor]));
}
