/** The settler of EVM chains on a real EVM: what it sends, and what it makes of all that can happen to that. */

import { createEvmSettler, type EvmSettler } from '@tollwright/runtime/settle/evm';
import { transferCall } from '@tollwright/runtime/settle/evm/token';
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { evms } from './anvil.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn, type Tuning } from './gateway.ts';
import { mining, payee, sendFrom, signPayment } from './payments.ts';

const host = networkOf(baseHost);
const funds = 1_000_000n;
const key = generatePrivateKey();

let chain: Chain;
let settler: EvmSettler;
let account: PrivateKeyAccount;
let before: bigint;

describe.each(await evms())('on %s', (_, startEvm) => {
  beforeAll(async () => {
    chain = await startChain(host, startEvm);
  });
  afterAll(() => chain.close());

  beforeEach(async () => {
    await chain.rpc('evm_setAutomine', true);
    chain.fault = () => undefined;
    account = privateKeyToAccount(generatePrivateKey());
    await chain.fund(account.address, funds);
    before = await chain.balance(payee);
  });
  afterEach(() => settler?.close());

  async function start(tuning: Tuning = {}): Promise<void> {
    settler = await settlerOn(chain, host, { key, ...tuning });
  }

  const sign = (signing = {}) => signPayment(chain, host, account, signing);
  const received = async () => (await chain.balance(payee)) - before;

  describe('a settler', () => {
    test('moves a payment once, however often and at the same time it settles it', async () => {
      await start();
      const payment = await sign();
      const ends = await Promise.all(Array.from({ length: 10 }, () => settler.settle(payment, 'POST /a')));
      expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
      expect(ends[0]?.outcome).toBe('settled');
      expect(await settler.settle(payment, 'POST /a')).toEqual(ends[0]);
      expect(await settler.lookup(payment)).toEqual(ends[0]);
      expect(await received()).toBe(1000n);
    });

    test('sends a hundred payments without waiting for a block', async () => {
      await start({ inFlight: 100, patience: 1000 });
      const payments = await Promise.all(Array.from({ length: 100 }, () => sign()));
      await chain.stall();
      const block = BigInt(String(await chain.rpc('eth_blockNumber')));
      const settled = Promise.all(payments.map((payment) => settler.settle(payment, 'POST /a')));
      await expect.poll(async () => (await pending()).length).toBe(100);
      await chain.mine();
      expect((await settled).every(({ outcome }) => outcome === 'settled')).toBe(true);
      expect(BigInt(String(await chain.rpc('eth_blockNumber'))) - block).toBe(1n);
      expect(await received()).toBe(100_000n);
    });

    test('settles what somebody else has sent, and names that transaction', async () => {
      await start();
      const payment = await sign();
      const txHash = await sendFrom(chain, transferCall(payment));
      expect(await settler.settle(payment, 'POST /a')).toEqual({ outcome: 'settled', txHash });
      expect(await received()).toBe(1000n);
    });

    test('takes nothing for a payment whose nonce moved something else, or was cancelled', async () => {
      await start();
      const nonce = generatePrivateKey();
      const payment = await sign({ tampering: { authorization: { nonce } } });
      const elsewhere = { payTo: `0x${'41'.repeat(20)}`, tampering: { authorization: { nonce } } };
      await sendFrom(chain, transferCall(await sign(elsewhere)));
      expect(await settler.refusal(payment)).toMatch(/used or canceled/);
      expect((await settler.settle(payment, 'POST /a')).outcome).toBe('failed');

      const cancelled = await sign();
      await sendFrom(chain, await cancelCall(cancelled.nonce));
      expect((await settler.settle(cancelled, 'POST /a')).outcome).toBe('failed');
      expect((await settler.lookup(cancelled)).outcome).toBe('failed');
      expect(await received()).toBe(0n);
    });

    test('knows what a wallet holds, and that what is no wallet holds nothing', async () => {
      await start();
      expect(await settler.balance(account.address.toLowerCase(), host.network)).toBe(funds);
      expect(await settler.balance('not-a-wallet', host.network)).toBe(0n);
    });

    test('fails a payment that its wallet does not cover, without sending it', async () => {
      await start();
      const payment = await sign({ amount: funds + 1n });
      expect(await settler.refusal(payment)).toMatch(/exceeds balance/);
      const count = await chain.rpc('eth_getTransactionCount', settler.account, 'latest');
      expect(await settler.settle(payment, 'POST /a')).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(/exceeds/),
      });
      expect(await chain.rpc('eth_getTransactionCount', settler.account, 'latest')).toBe(count);
    });

    test('fails a payment that a block has spent the funds of, though it was sent', async () => {
      await start();
      const payments = await Promise.all([sign({ amount: funds }), sign({ amount: funds })]);
      await chain.stall();
      const ends = await mining(chain, Promise.all(payments.map((payment) => settler.settle(payment, 'POST /a'))));
      expect(ends.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'settled']);
      expect(await received()).toBe(funds);
    });
  });

  /** Hashes of the transactions that wait for a block. */
  async function pending(): Promise<readonly Hex[]> {
    return Object(await chain.rpc('eth_getBlockByNumber', 'pending', false)).transactions;
  }

  async function cancelCall(nonce: string): Promise<Hex> {
    const signature = await account.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: chain.asset },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account.address, nonce: nonce as Hex },
    });
    return encodeFunctionData({
      abi: parseAbi(['function cancelAuthorization(address, bytes32, bytes)']),
      args: [account.address, nonce as Hex, signature],
    });
  }

  describe('a transaction', () => {
    test('that is lost on its way, before or after the node has it, is sent until it is in a block', async () => {
      await start({ resend: 2 });
      for (const fault of ['request-lost', 'answer-lost'] as const) {
        let times = 2;
        chain.fault = (method) => (method === 'eth_sendRawTransaction' && times-- > 0 ? fault : undefined);
        expect((await settler.settle(await sign(), 'POST /a')).outcome).toBe('settled');
        expect(times).toBeLessThanOrEqual(1);
      }
      expect(await received()).toBe(2000n);
    });

    test('that the pool drops, or whose fee has become too low, is replaced by one with a higher fee', async () => {
      await start({ resend: 2, patience: 200 });
      await chain.stall();
      const settled = settler.settle(await sign(), 'POST /a');
      await expect.poll(async () => (await pending()).length).toBe(1);
      const [first] = await pending();
      await chain.rpc('hardhat_dropTransaction', first);
      await expect.poll(async () => (await pending()).length).toBe(1);
      expect(await pending()).not.toEqual([first]);
      await chain.rpc('hardhat_setNextBlockBaseFeePerGas', toHex(10n ** 12n));
      expect((await mining(chain, settled)).outcome).toBe('settled');
      expect(await received()).toBe(1000n);
    });

    test('counts when it is as deep as asked for, and again after a reorganization', async () => {
      await start({ confirmations: 3, resend: 2, patience: 500 });
      await chain.stall();
      const payment = await sign();
      const fork = await chain.rpc('evm_snapshot');
      let isSettled = false;
      const settled = settler.settle(payment, 'POST /a').then((end) => {
        isSettled = true;
        return end;
      });
      await expect.poll(async () => (await pending()).length).toBe(1);
      await chain.mine();
      await chain.mine();
      expect(await received()).toBe(1000n);
      await chain.rpc('evm_revert', fork);
      expect([isSettled, await received()]).toEqual([false, 0n]);
      expect((await mining(chain, settled)).outcome).toBe('settled');
      expect(await received()).toBe(1000n);
    });

    test('is sent again when its block is dropped between its receipt and the last look', async () => {
      await start({ resend: 2, patience: 500 });
      await chain.stall();
      const settled = settler.settle(await sign(), 'POST /a');
      await expect.poll(async () => (await pending()).length).toBe(1);
      const fork = await chain.rpc('evm_snapshot');
      let hasReceipt = false;
      let isDropped = false;
      const { promise: dropped, resolve: drop } = Promise.withResolvers<unknown>();
      chain.fault = async (method) => {
        if (method === 'eth_getTransactionReceipt') hasReceipt = true;
        if (method === 'eth_call' && hasReceipt && !isDropped) {
          isDropped = true;
          drop(chain.rpc('evm_revert', fork));
          await dropped;
        }
        return undefined;
      };
      await chain.mine();
      // Blocks are made again only when this one is gone: a node that does both at once may mix their states.
      expect(await dropped).toBe(true);
      expect((await mining(chain, settled)).outcome).toBe('settled');
      expect(await received()).toBe(1000n);
    });

    test('of an earlier process that still waits holds up nothing', async () => {
      await start();
      await chain.stall();
      const old = await sign();
      await settler.settle(old, 'POST /a').catch(() => undefined);
      await settler.close();
      await start({ resend: 2, patience: 500 });
      const payment = await sign();
      expect((await mining(chain, settler.settle(payment, 'POST /a'))).outcome).toBe('settled');
      expect((await mining(chain, settler.settle(old, 'POST /a'))).outcome).toBe('settled');
      expect(await received()).toBe(2000n);
    });
  });

  describe('an outcome', () => {
    test('is unknown while no block is made, and known afterwards', async () => {
      await start({ patience: 3 });
      await chain.stall();
      const payment = await sign();
      expect((await settler.settle(payment, 'POST /a')).outcome).toBe('unknown');
      expect((await settler.lookup(payment)).outcome).toBe('unknown');
      await mining(chain, expect.poll(async () => (await settler.lookup(payment)).outcome).toBe('settled'));
      expect(await received()).toBe(1000n);
    });

    test('is asked for again when the node cannot be asked', async () => {
      await start({ patience: 3 });
      const payment = await sign();
      chain.fault = () => 'request-lost';
      // Neither the URL of the node, which may have a key in it, nor the signature.
      await expect(settler.settle(payment, 'POST /a')).rejects.toThrow(/^eth_\w+: HTTP request failed\.$/);
      await expect(settler.lookup(payment)).rejects.toThrow(/^eth_\w+: HTTP request failed\.$/);
      chain.fault = () => undefined;
      await expect.poll(async () => (await settler.lookup(payment)).outcome).toBe('settled');
    });

    test('of what has expired unused is failed, and stays so', async () => {
      await start({ patience: 1000 });
      const payment = await sign();
      const fork = await chain.rpc('evm_snapshot');
      await chain.rpc('evm_setNextBlockTimestamp', toHex(payment.validBefore));
      await chain.mine();
      expect((await settler.lookup(payment)).outcome).toBe('failed');
      expect((await settler.settle(payment, 'POST /a')).outcome).toBe('failed');
      await chain.rpc('evm_revert', fork);
    });
  });

  describe('createEvmSettler refuses', () => {
    const create = (changes: object) => createEvmSettler({ network: host, rpc: chain.url, key, ...changes });

    test.each([
      ['a node that cannot be asked', { rpc: 'http://127.0.0.1:1' }, /cannot be asked.*URL/],
      [
        'a node of another chain',
        { network: { ...host, network: 'eip155:84532' } },
        /on eip155:8453, not on eip155:84532/,
      ],
      ['an asset that is no contract', { network: { ...host, asset: payee } }, /no contract at 0x4040/],
      ['a text that is no key', { key: '0x12' }, /64 hexadecimal digits/],
      ['an account without gas', { key: generatePrivateKey() }, /nothing on eip155:8453 to pay for gas/],
    ])('%s', async (_, changes, message) => {
      await chain.endow(privateKeyToAccount(key).address);
      await expect(create(changes)).rejects.toThrow(message);
    });
  });
});
