/** The suite checks receipts against the chain: it accepts what moved, and finds gateways whose receipts are not true. */

import type { Settler } from '@tollwright/runtime/payment/payment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { startGateway } from '#gateway/start.ts';
import { type Local, startLocalEvm, startLocalSolana } from './local.ts';

const rule = 'payment.receipt.transaction';

let chain: Local;

/** The verdict on a gateway that settles on the chain, or says so. */
async function judge(alter: (settler: Settler) => Settler, changes: Partial<ConformOptions> = {}) {
  const { address, key } = chain.payer();
  await chain.fund(address, 10_000_000n);
  const { host, payTo } = chain;
  const gateway = await startGateway({ host, port: 0, payTo, settler: alter(await chain.settler()) });
  try {
    const contract = new URL(`../../generated/contracts/${host}.json`, import.meta.url);
    const { url } = gateway;
    const env = { PAYER_KEY: key };
    const asked = { contract, url, host, env, level: 'paid', only: [rule], rpc: chain.url } as const;
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

describe.each([
  ['base', startLocalEvm, `0x${'1'.repeat(64)}`],
  ['solana', startLocalSolana, '1'.repeat(87)],
] as const)('on the chain of %s', (_, startLocal, absent) => {
  beforeAll(async () => {
    chain = await startLocal();
  });
  afterAll(() => chain.close());

  test('a gateway whose payments move on the chain passes', async () => {
    expect(await judge((settler) => settler)).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    ['names no transaction of the chain', reporting(() => absent), /does not have the transaction/],
    ['names none at all', reporting(() => 'settled'), /no transaction (hash|signature)/],
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
    const own = await readContract(new URL(`../../generated/contracts/${chain.host}.json`, import.meta.url));
    const { host } = own;
    if (!host.payment) throw new Error(`${host.id} takes no payments.`);
    const { network } = host.payment;
    const other = network.replace(/.$/, '9');
    const contract = { ...own, host: { ...host, payment: { ...host.payment, network: other } } };
    await expect(judge((settler) => settler, { contract })).rejects.toThrow(
      `The node at --rpc is on ${network}, but ${chain.host} is paid on ${other}.`,
    );
  });
});

test('receipts of batches are not checked against a chain', async () => {
  const contract = new URL('../../generated/contracts/nano.json', import.meta.url);
  const asked = { contract, url: 'http://127.0.0.1:1', host: 'nano', rpc: 'http://127.0.0.1:1', env: {} };
  await expect(conform(asked)).rejects.toThrow('--rpc checks receipts of transfers, and nano settles in batches.');
});
