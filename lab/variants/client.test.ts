import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { startGateway } from '#gateway/start.ts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import { changePrice } from '../toolkit/routes.ts';
import { variants } from './index.ts';
import type { Variant } from './variant.ts';

const square = `data:image/png;base64,${Buffer.from([137, 80, 78, 71]).toString('base64')}`;
const messages = [{ role: 'user' as const, content: 'Say hello, and tell what the weather is like today.' }];

/** A client as users make it, of a gateway that differs from ours. */
async function buying<T>(
  id: string,
  alter: Variant['alter'],
  buy: (client: ReturnType<typeof createClient>) => Promise<T>,
) {
  const gateway = await startGateway({ host: id, port: 0, defaultBalance: 1_000_000_000n }, alter);
  const { address, signTypedData: sign } = privateKeyToAccount(generatePrivateKey());
  const host = hosts[id];
  if (!host) throw new Error(`There is no host ${id}.`);
  try {
    return await buy(createClient({ host, baseUrl: gateway.url, wallet: { address, sign }, budget: '20' }));
  } finally {
    await gateway.close();
  }
}

describe('the client buys by default from a gateway that', () => {
  const own = variants.filter(({ family, hosts: on }) => family === 'prices' && on.includes('base'));
  test.each(own.map((variant) => [variant.name, variant] as const))('%s', async (_, { alter }) => {
    await buying('base', alter, async (client) => {
      const bought = [
        await client.editImage({ prompt: 'Make it red', image: square }),
        await client.editImage({ prompt: 'Make it red', image: square, n: 3 }),
        await client.generateMusic({ prompt: 'A slow waltz' }),
        await client.createChatCompletion({ model: 'acme/large', messages }),
        await client.createChatCompletion({ model: 'acme/large', messages, max_tokens: 16 }),
        await client.createResponse({ model: 'acme/large', input: 'Say hello.' }),
      ];
      expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 200));
    });
  });

  test.each([
    ['arc', 'search', 'the formula with margin and fee for a search', 0],
    ['arc', 'search', 'that formula held within the range of the host', 1],
    ['base', 'synthesize-speech', 'a fee for speech', 0],
    ['base', 'generate-video', 'a margin on the rates of clips', 0],
  ] as const)('on %s charges for %s %s', async (host, operation, _, side) => {
    const sided = changePrice([operation], (amount, input, quote) => quote(input as never).sides?.[side] ?? amount);
    await buying(host, sided, async (client) => {
      if (operation === 'search') await client.search({ query: 'kites', max_results: 10 });
      if (operation === 'synthesize-speech') await client.synthesizeSpeech({ input: 'Hello there, all of you.' });
      if (operation === 'generate-video') await client.generateVideo({ model: 'riverrun/vid-r', prompt: 'A kite' });
    });
  });

  test('charges more than any side of the documents: it signs nothing', async () => {
    const dearer = changePrice(['edit-image', 'search'], (amount) => amount + 1001n);
    await buying('base', dearer, async (client) => {
      await expect(client.editImage({ prompt: 'Make it red', image: square })).rejects.toThrow('Nothing was signed');
      await expect(client.search({ query: 'kites' })).rejects.toThrow('Nothing was signed');
      expect(client.budget.spent).toBe('0');
      const { receipt } = await client.search({ query: 'kites' }, { quotes: 'any' });
      expect(receipt?.transaction).toMatch(/^0x/);
    });
  });
});
