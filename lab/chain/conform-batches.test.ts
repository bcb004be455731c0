/** The suite checks batches against the chain: it accepts what settled, and finds each way in which a settlement is wrong. */

import type { Settler } from '@tollwright/runtime/payment/settler';
import { createBatchSettler } from '@tollwright/runtime/settle/batches';
import { encodeFunctionData, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConformOptions } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { type BatchedChain, startBatched } from './batched.ts';
import type { Edit } from './compile.ts';
import { judged, reporting, reportingFirst } from './judged.ts';
import { type Local, startLocalBatched } from './local.ts';
import { payee, sendFrom } from './payments.ts';

const [asSigned, settled, receipt] = [
  'payment.batch.as-signed',
  'payment.batch.settled',
  'payment.receipt.transaction',
];
const several = 'payment.challenge.several-networks';
const only = [asSigned, settled, receipt, 'payment.accepted.*', 'payment.replay.claimed-once', 'image-ids.recovered'];
const own = (settler: Settler) => settler;

let chain: Local & BatchedChain;

beforeAll(async () => {
  chain = await startLocalBatched();
});
afterAll(() => chain.close());
beforeEach(() => chain.replace());

/** The verdicts on a gateway that settles on the chain, or says so. */
async function judge(alter: (settler: Settler) => Settler, changes: Partial<ConformOptions> = {}) {
  const results = await judged(chain, alter, { only, ...changes });
  return (rule: string) => results.get(rule);
}

const failure = (tier: string, detail: RegExp) => ({ verdict: 'fail', tier, detail: expect.stringMatching(detail) });

test('a gateway whose batches settle passes', async () => {
  const before = await chain.balance(chain.payTo);
  const of = await judge(own);
  expect(of(asSigned)).toMatchObject({ verdict: 'pass', tier: 'info' });
  expect(of(settled)).toMatchObject({ verdict: 'pass', tier: 'info' });
  expect(of(receipt)).toMatchObject({ verdict: 'pass', tier: 'must' });
  expect(await chain.balance(chain.payTo)).toBeGreaterThan(before);
});

test('a gateway on several chains offers each, and is judged on that of the node; one on a single chain fails', async () => {
  const [network] = chain.payment.also ?? [];
  if (!network) throw new Error('The host is paid on one network only.');
  const other = await startBatched(network);
  await other.endow(privateKeyToAccount(chain.key as `0x${string}`).address);
  const rpc = [other.url, chain.url];
  const settler = await createBatchSettler({ network: chain.payment, rpc, key: chain.key, poll: 20, interval: 200 });
  const changes = { only: [several, ...only] };
  const of = await judge(() => settler, changes);
  for (const rule of [several, receipt, asSigned, settled]) expect(of(rule)).toMatchObject({ verdict: 'pass' });
  await other.close();
  expect((await judge(own, changes))(several)).toMatchObject(failure('must', /on one network/));
});

/** Has the contract settle something else. */
const swap =
  (...changes: readonly (readonly [from: string, to: string])[]): Edit =>
  (source) =>
    changes.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The contract has no "${from}".`);
      return text.replace(from, to);
    }, source);
const logged = 'emit AuthorizationSettled(digest, each.from, each.to, each.value);';
const elsewhere = `address(${payee})`;

describe('a gateway whose contract', () => {
  test.each([
    [
      'settles a payment twice',
      [
        [logged, logged + logged],
        ['return each.value;', 'return 2 * each.value;'],
      ],
      asSigned,
      failure('info', /settles a payment 2 times/),
    ],
    [
      'takes more than was signed',
      [
        [logged, logged.replace('each.value', 'each.value + 1')],
        ['return each.value;', 'return each.value + 1;'],
      ],
      asSigned,
      failure('info', /with another amount/),
    ],
    [
      'pays somebody else',
      [
        [logged, logged.replace('each.to', elsewhere)],
        ['token.transfer(to, sum)', `token.transfer(${elsewhere}, sum)`],
      ],
      asSigned,
      failure('info', /between other wallets/),
    ],
    [
      'pays somebody else and does not say so',
      [['token.transfer(to, sum)', `token.transfer(${elsewhere}, sum)`]],
      settled,
      failure('info', /moves another sum/),
    ],
  ] as const)('%s fails', async (_, changes, rule, expected) => {
    await chain.replace(swap(...changes));
    const of = await judge(own, { only: [asSigned, settled] });
    expect(of(rule)).toMatchObject(expected);
    expect(of(rule)?.repeat).toContain(`--rpc ${chain.url}`);
  });
});

/** Says that a payment has settled, and keeps nothing of it. */
const lose: Settler['settle'] = async () => ({ outcome: 'settled', txHash: 'settled' });

/** Loses the first payment; the others are on the chain before their calls are answered. */
function losingFirst(settler: Settler): Settler {
  let isFirst = true;
  const settle: Settler['settle'] = async (payment, route) => {
    if (isFirst) {
      isFirst = false;
      return lose(payment, route);
    }
    const before = await chain.balance(chain.payTo);
    const end = await settler.settle(payment, route);
    await expect.poll(() => chain.balance(chain.payTo)).toBe(before + payment.amount);
    return end;
  };
  return { ...settler, settle };
}

describe('a gateway', () => {
  test('that loses a payment of several fails', async () => {
    const of = await judge(losingFirst, { chainWait: 500 });
    expect(of(settled)).toMatchObject(failure('info', /this one has not within 0.5 s/));
    expect(of(asSigned)).toMatchObject({ verdict: 'pass' });
  });

  test('whose receipts name another payment fails', async () => {
    const of = await judge(reportingFirst);
    expect(of(settled)).toMatchObject(failure('info', /names another payment/));
  });

  test('whose receipts name a transaction that was reverted, or is older than the payment, fails', async () => {
    const abi = parseAbi(['function transfer(address, uint256)', 'function balanceOf(address)']);
    const older = String(await sendFrom(chain, encodeFunctionData({ abi, functionName: 'balanceOf', args: [payee] })));
    const of = await judge(reporting(() => older));
    expect(of(receipt)).toMatchObject(failure('must', /older than the payment/));
    const nothing = encodeFunctionData({ abi, functionName: 'transfer', args: [payee, 1n] });
    const reverted = String(await sendFrom(chain, nothing));
    expect((await judge(reporting(() => reverted)))(receipt)).toMatchObject(failure('must', /was reverted/));
  });

  test.each([
    ['that has settled nothing in time', (settler: Settler) => ({ ...settler, settle: lose }), /within 0.5 s/],
    ['whose contract is another one', own, /in a batch that the suite can read/],
  ])('%s is not judged', async (_, alter, detail) => {
    if (alter === own) await chain.replace(swap([logged, 'emit AuthorizationRefused(digest, "");']));
    const of = await judge(alter, { chainWait: 500 });
    for (const rule of [asSigned, settled])
      expect(of(rule)).toMatchObject({ verdict: 'not-testable', detail: expect.stringMatching(detail) });
  });
});

test('a node of a chain that the host is not paid on is a mistake of the command', async () => {
  const contract = await readContract(new URL('../../generated/contracts/nano.json', import.meta.url));
  const { host } = contract;
  if (!host.payment) throw new Error('The host takes no payments.');
  const payment = { ...host.payment, network: 'eip155:1', also: [] };
  await expect(judge(own, { contract: { ...contract, host: { ...host, payment } } })).rejects.toThrow(
    'The node at --rpc is on eip155:42161, but nano is paid on eip155:1.',
  );
});
