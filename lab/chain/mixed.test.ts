/**
 * Mixed payments of many wallets at once: what the gateway says it has settled is what the chain has moved, to the unit.
 *
 * `CHAIN_PAYMENTS` is their number, and `npm run chain:payments` makes a thousand.
 */

import { listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import fc from 'fast-check';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { startTestGateway } from '#gateway/testing/gateway.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { startChain } from './chain.ts';
import { networkOf, settlerOn } from './gateway.ts';

const payments = Number(process.env.CHAIN_PAYMENTS ?? 200);
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

test(`${payments} payments of ten wallets, some sent several times`, async () => {
  const chain = await startChain(networkOf(baseHost));
  const settler = await settlerOn(chain, networkOf(baseHost), { poll: 10, patience: 1000 });
  const gateway = await startTestGateway({ host: 'base', settler });
  const wallets = Array.from({ length: 10 }, () => createWallet(privateKeyToAccount(generatePrivateKey())));
  for (const { address } of wallets) await chain.fund(address, funds);

  const planned = fc.sample(call, { numRuns: payments, seed: 1 });
  let served = 0;
  async function work(): Promise<void> {
    for (let next = planned.shift(); next; next = planned.shift()) {
      const [path, body] = next.call;
      const header = await gateway.sign('POST', path, { body }, wallets[next.wallet]);
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
  const sum = (rows: readonly unknown[]) => rows.reduce<bigint>((all, row) => all + BigInt(textAt(row, 'amount')), 0n);
  expect(await chain.balance(textAt(transfers[0], 'pay_to'))).toBe(sum(transfers));
  for (const { address } of wallets) {
    const own = transfers.filter((row) => textAt(row, 'payer') === address);
    expect(await chain.balance(address)).toBe(funds - sum(own));
  }
  await gateway.close();
  await chain.close();
});
