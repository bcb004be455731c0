/**
 * Mixed payments of many wallets at once: what the gateway says it has settled is what the chain has moved, to the unit.
 *
 * `CHAIN_PAYMENTS` is their number, and `npm run chain:payments` makes a thousand.
 */

import { listAt, textAt } from '@tollwright/runtime/testing/read';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestGateway } from '#gateway/testing/gateway.ts';
import { localChains } from './local.ts';

const payments = Number(process.env.CHAIN_PAYMENTS ?? 100);
const funds = 1_000_000_000n;
const messages = [{ role: 'user', content: 'Say hello.' }];

const calls: readonly (readonly [path: string, body: object])[] = [
  ['/api/v1/search', { query: 'tollwright', max_results: 1 }],
  ['/api/v1/search', { query: 'tollwright', max_results: 20 }],
  ['/api/v1/chat/completions', { model: 'acme/large', messages }],
  ['/api/v1/chat/completions', { model: 'acme/large', messages, stream: true }],
  ['/api/v1/messages', { model: 'aria/verse', max_tokens: 20, messages }],
  ['/api/v1/images/generations', { model: 'acme/img-a1', prompt: 'A kite' }],
];

const call = fc.record({
  call: fc.constantFrom(...calls),
  wallet: fc.nat(9),
  /** How often its payment is sent at once. */
  times: fc.constantFrom(1, 1, 1, 3),
});

test.each(Object.entries(localChains))(
  `%s: ${payments} payments of ten wallets, some sent several times`,
  async (host, start) => {
    const chain = await start();
    const { payTo } = chain;
    const settler = await chain.settler({ poll: 10, patience: 1000 });
    const gateway = await startTestGateway({ host, payTo, settler });
    const wallets = Array.from({ length: 10 }, chain.payer);
    for (const { address } of wallets) await chain.fund(address, funds);

    const planned = fc.sample(call, { numRuns: payments, seed: 1 });
    let served = 0;
    async function work(): Promise<void> {
      for (let next = planned.shift(); next; next = planned.shift()) {
        const [path, body] = next.call;
        const challenge = await gateway.send('POST', path, { body });
        const header = (await wallets[next.wallet]?.pay(challenge.json)) ?? '';
        const send = () => gateway.send('POST', path, { body, headers: { 'payment-signature': header } });
        const answers = await Promise.all(Array.from({ length: next.times }, send));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        served += 1;
      }
    }
    await Promise.all(Array.from({ length: 32 }, work));
    expect(served).toBe(payments);

    const transfers = listAt((await gateway.control('GET', '/ledger')).json, 'transfers');
    expect(transfers).toHaveLength(payments);
    const sum = (rows: readonly unknown[]) =>
      rows.reduce<bigint>((all, row) => all + BigInt(textAt(row, 'amount')), 0n);
    // Batches come after the calls.
    await expect.poll(() => chain.balance(payTo)).toBe(sum(transfers));
    for (const { address } of wallets) {
      const own = transfers.filter((row) => textAt(row, 'payer') === address);
      expect(await chain.balance(address)).toBe(funds - sum(own));
    }
    await gateway.close();
    await chain.close();
  },
);
