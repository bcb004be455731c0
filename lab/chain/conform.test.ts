/** The suite checks receipts against the chain: it accepts what moved, and finds gateways whose receipts are not true. */

import type { Settler } from '@tollwright/runtime/payment/settler';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConformOptions } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { judged, reporting, reportingFirst } from './judged.ts';
import { type Local, startLocalEvm, startLocalSolana } from './local.ts';

const rule = 'payment.receipt.transaction';

let chain: Local;

/** The verdict on a gateway that settles on the chain, or says so. */
async function judge(alter: (settler: Settler) => Settler, changes: Partial<ConformOptions> = {}) {
  return (await judged(chain, alter, { only: [rule], chainWait: 0, ...changes })).get(rule);
}

describe.each([
  ['base', startLocalEvm, `0x${'1'.repeat(64)}`],
  ['solana', startLocalSolana, '1'.repeat(87)],
] as const)('on the chain of %s', (_, startLocal, absent) => {
  beforeAll(async () => {
    chain = await startLocal();
  });
  afterAll(() => chain.close());

  test('a gateway whose payments move on the chain passes, also those of jobs that are polled with others', async () => {
    const only = [rule, 'image-ids.recovered'];
    expect(await judge((settler) => settler, { only })).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    ['names no transaction of the chain', reporting(() => absent), /does not have the transaction/],
    ['names none at all', reporting(() => 'settled'), /no transaction (hash|signature)/],
    ['names the transaction of an earlier payment', reportingFirst, /moves the payment not at all/],
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
