/** The suite checks receipts against the chain: it accepts what moved, and finds gateways whose receipts are not true. */

import type { Settler } from '@tollwright/runtime/payment/payment';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn } from './gateway.ts';

const host = networkOf(baseHost);
const contract = new URL('../../generated/contracts/base.json', import.meta.url);
const rule = 'payment.receipt.transaction';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain(host);
});
afterAll(() => chain.close());

/** The verdict on a gateway that settles on the chain, or says so. */
async function judge(alter: (settler: Settler) => Settler, changes: Partial<ConformOptions> = {}) {
  const key = generatePrivateKey();
  await chain.fund(privateKeyToAccount(key).address, 10_000_000n);
  const gateway = await startGateway({ host: 'base', port: 0, settler: alter(await settlerOn(chain, host)) });
  try {
    const { url } = gateway;
    const env = { PAYER_KEY: key };
    const asked = { contract, url, host: 'base', env, level: 'paid', only: [rule], rpc: chain.url } as const;
    const { results } = await conform({ ...asked, ...changes });
    return results.find((result) => result.rule === rule);
  } finally {
    await gateway.close();
  }
}

/** Settles, and reports what another function makes of the transaction. */
const reporting =
  (txHash: (hash: string) => string) =>
  (settler: Settler): Settler => ({
    ...settler,
    async settle(payment, route) {
      const end = await settler.settle(payment, route);
      return end.outcome === 'settled' ? { ...end, txHash: txHash(end.txHash) } : end;
    },
  });

test('a gateway whose payments move on the chain passes', async () => {
  expect(await judge((settler) => settler)).toMatchObject({ verdict: 'pass' });
});

test.each([
  ['names no transaction of the chain', reporting(() => `0x${'1'.repeat(64)}`), /does not have the transaction/],
  ['names none at all', reporting(() => 'settled'), /no transaction hash/],
  [
    'names the transaction of an earlier payment',
    (settler: Settler) => {
      let first: string | undefined;
      return reporting((hash) => {
        first ??= hash;
        return first;
      })(settler);
    },
    /moves the payment not at all/,
  ],
])('a gateway whose receipt %s fails', async (_, alter, detail) => {
  const only = [rule, 'payment.replay.claimed-once', 'payment.accepted.*'];
  const result = await judge(alter, { only });
  expect(result).toMatchObject({ verdict: 'fail', detail: expect.stringMatching(detail) });
  expect(result?.repeat).toContain(`--rpc ${chain.url}`);
});

test('a node of another chain is a mistake of the command', async () => {
  const contract = new URL('../../generated/contracts/test.json', import.meta.url);
  await expect(judge((settler) => settler, { contract, host: 'test' })).rejects.toThrow(
    'The node at --rpc is on eip155:8453, but test is paid on eip155:84532.',
  );
});
