import { Rates } from '@tollwright/runtime/catalog';
import { QuoteRefused } from '@tollwright/runtime/client/quotes';
import type { Route } from '@tollwright/runtime/operation';
import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageModels, imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

const account = privateKeyToAccount(generatePrivateKey());
const wallet = { address: account.address, sign: account.signTypedData };
const order = { model: 'acme/img-a1', prompt: 'A red kite', size: '1024x1024' };

/** The catalog of a gateway that has become dearer since its clients were generated. */
const dearer = imageModelsEntries.map(({ id, rates }) => ({
  id,
  rates: Object.fromEntries(Object.keys(rates).map((size) => [size, '0.5'])),
}));

let gateway: TestGateway;
beforeAll(async () => {
  const { base } = hosts;
  if (!base) throw new Error('There is no host of that name.');
  const rates = new Rates();
  rates.follow(imageModels, dearer);
  const priced = ({ quote, ...route }: Route): Route => ({
    ...route,
    ...(quote && { quote: (input) => rates.apply(() => quote(input)) }),
  });
  const host = { ...base, routes: base.routes.map(priced) };
  gateway = await startTestGateway({ host: 'base', funds: [] }, (parts) => ({
    ...parts,
    host,
    handlers: { ...parts.handlers, 'list-image-models': () => ({ status: 200, body: { data: dearer } }) },
  }));
});
afterAll(() => gateway.close());

test('a client refuses what has become dearer, until it follows the live catalog within its budget', async () => {
  const { base: host } = hosts;
  if (!host) throw new Error('There is no host of that name.');
  const client = createClient({ host, baseUrl: gateway.url, wallet, budget: '1' });
  const estimate = () => client.quote('generate-image', { body: order })?.amount;
  const before = estimate();
  await expect(client.generateImage(order)).rejects.toBeInstanceOf(QuoteRefused);

  const { data: live } = await client.listImageModels();
  client.follow(
    imageModels,
    listAt(live, 'data').map((entry) => ({ id: textAt(entry, 'id'), rates: at(entry, 'rates') })),
  );
  // 0.5 USD with the media margin of 5 %, and the fee.
  expect([before, estimate()]).toEqual([expect.any(BigInt), 526_000n]);
  const { receipt } = await client.generateImage(order);
  expect(receipt).toBeDefined();
  expect(await gateway.settled()).toEqual(['526000']);
  await expect(client.generateImage(order)).rejects.toThrow(/budget/i);
});
