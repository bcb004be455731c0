/** The settler of Solana on a real runtime: what it sends, and what it makes of all that can happen to that. */

import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { createSolanaSettler, type SolanaSettler } from '@tollwright/runtime/settle/solana';
import { createSolanaWallet, type SolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf, type SolanaTuning, solanaSettlerOn } from './gateway.ts';
import { type SolanaSigning, signSolana } from './payments.ts';
import { type SolanaChain, startSolana } from './solana.ts';

const host = networkOf(solanaHost);
const funds = 1_000_000n;
const key = JSON.stringify([...randomSecret()]);
const payTo = addressOfSecret(randomSecret()) ?? '';

let chain: SolanaChain;
let settler: SolanaSettler;
let wallet: SolanaWallet;

beforeEach(async () => {
  chain = await startSolana(host);
  await chain.fund(payTo, 0n);
  wallet = createSolanaWallet();
  await chain.fund(wallet.address, funds);
});
afterEach(async () => {
  await settler?.close();
  await chain.close();
});

async function start(tuning: SolanaTuning = {}): Promise<void> {
  settler = await solanaSettlerOn(chain, host, payTo, { key, ...tuning });
}

const sign = (signing: SolanaSigning = {}) => signSolana(settler, host, payTo, wallet, signing);
const received = () => chain.balance(payTo);

describe('a settler of Solana', () => {
  test('moves a payment once, however often it settles it', async () => {
    await start();
    const payment = await sign();
    const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => settler.settle(payment, 'POST /a')));
    expect(first).toMatchObject({ outcome: 'settled' });
    for (const end of [...others, await settler.settle(payment, 'POST /b'), await settler.lookup(payment)])
      expect(end).toEqual(first);
    expect(await received()).toBe(1000n);
  });

  test('sends a hundred payments without waiting for a block', async () => {
    await start({ patience: 1000 });
    const payments = await Promise.all(Array.from({ length: 100 }, () => sign()));
    chain.svm.stall();
    const settled = Promise.all(payments.map((payment) => settler.settle(payment, 'POST /a')));
    await expect.poll(() => chain.svm.waiting()).toBe(100);
    chain.svm.mine(1);
    expect((await settled).every(({ outcome }) => outcome === 'settled')).toBe(true);
    expect(await received()).toBe(100_000n);
  });

  test('fails a payment that its wallet does not cover, without sending it', async () => {
    await start();
    const payment = await sign({ amount: funds + 1n });
    expect(await settler.balance(wallet.address, host.network)).toBe(funds);
    expect(await settler.refusal?.(payment)).toMatch(/insufficient funds/);
    const fees = chain.lamports(settler.feePayer);
    expect(await settler.settle(payment, 'POST /a')).toMatchObject({ outcome: 'failed' });
    expect(chain.lamports(settler.feePayer)).toBe(fees);
    expect(await settler.balance(payTo.replace(/.$/, '1'), host.network)).toBe(0n);
    expect(await settler.balance('not-a-wallet', host.network)).toBe(0n);
  });

  test('fails a payment that a block has spent the funds of, though it was sent', async () => {
    await start({ patience: 1000 });
    const payments = await Promise.all([sign({ amount: funds }), sign({ amount: funds })]);
    chain.svm.stall();
    const ends = Promise.all(payments.map((payment) => settler.settle(payment, 'POST /a')));
    await expect.poll(() => chain.svm.waiting()).toBe(2);
    chain.svm.mine(1);
    expect((await ends).map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'settled']);
    expect(await received()).toBe(funds);
  });

  test('pays the fee, and gives nothing else', async () => {
    await start();
    const before = chain.lamports(settler.feePayer);
    await settler.settle(await sign(), 'POST /a');
    // Two signatures, and one micro-lamport for each of 20,000 units.
    expect(before - chain.lamports(settler.feePayer)).toBe(10_001n);
  });
});

describe('a block', () => {
  test('of the chain is good for a transaction while it is recent', async () => {
    await start();
    chain.svm.mine(1);
    const own = chain.svm.blocks.latest();
    expect((await settler.settle(await sign({ order: { blockhash: own } }), 'POST /a')).outcome).toBe('settled');
    chain.svm.mine(1);
    const old = chain.svm.blocks.latest();
    chain.svm.mine(151);
    await expect(sign({ order: { blockhash: old } })).rejects.toThrow('not recent');
    await expect(sign({ order: { blockhash: payTo } })).rejects.toThrow('not recent');
  });

  test('that has ended before its payment settles fails it', async () => {
    await start();
    const payment = await sign();
    chain.svm.mine(151);
    expect(await settler.settle(payment, 'POST /a')).toMatchObject({ outcome: 'failed', reason: 'BlockhashNotFound' });
    expect(await received()).toBe(0n);
  });
});

describe('a transaction on Solana', () => {
  test('that is lost on its way, before or after the node has it, is sent until it is in a block', async () => {
    await start({ resend: 2, patience: 200 });
    for (const fault of ['request-lost', 'answer-lost'] as const) {
      let times = 2;
      chain.fault = (method) => (method === 'sendTransaction' && times-- > 0 ? fault : undefined);
      expect((await settler.settle(await sign(), 'POST /a')).outcome).toBe('settled');
      expect(times).toBeLessThanOrEqual(1);
    }
    expect(await received()).toBe(2000n);
  });

  test('on a fork that is abandoned is not settled, and sent again', async () => {
    await start({ resend: 2, patience: 500 });
    chain.svm.stall();
    const payment = await sign();
    const settled = settler.settle(payment, 'POST /a');
    await expect.poll(() => chain.svm.waiting()).toBe(1);
    expect((await settler.lookup(payment)).outcome).toBe('unknown');
    chain.svm.drop();
    await expect.poll(() => chain.svm.waiting()).toBe(1);
    chain.svm.mine(1);
    expect((await settled).outcome).toBe('settled');
    expect(await received()).toBe(1000n);
  });

  test('counts when it is as deep as asked for', async () => {
    await start({ confirmations: 3, patience: 3 });
    chain.svm.stall();
    const payment = await sign();
    const settled = settler.settle(payment, 'POST /a');
    await expect.poll(() => chain.svm.waiting()).toBe(1);
    chain.svm.mine(1);
    expect((await settled).outcome).toBe('unknown');
    expect(await received()).toBe(1000n);
    chain.svm.mine(1);
    await expect.poll(async () => (await settler.lookup(payment)).outcome).toBe('settled');
  });

  test('of an earlier process is found, or sent again', async () => {
    await start({ patience: 2 });
    chain.svm.stall();
    const [sent, unsent] = [await sign(), await sign()];
    expect((await settler.settle(sent, 'POST /a')).outcome).toBe('unknown');
    await settler.close();
    await start();
    expect((await settler.lookup(unsent)).outcome).toBe('unknown');
    await expect.poll(() => chain.svm.waiting()).toBe(2);
    chain.svm.mine(1);
    for (const payment of [sent, unsent])
      await expect.poll(async () => (await settler.lookup(payment)).outcome).toBe('settled');
    expect(await received()).toBe(2000n);
  });

  test('is refused by the chain as a duplicate, however many came after it', async () => {
    await start();
    const payment = await sign();
    const end = await settler.settle(payment, 'POST /a');
    await Promise.all(Array.from({ length: 60 }, async () => settler.settle(await sign(), 'POST /a')));
    const landed = chain.svm.find(end.outcome === 'settled' ? end.txHash : '');
    chain.svm.send(landed?.wire ?? '');
    expect(chain.svm.simulate(landed?.wire ?? '').err).toBe('AlreadyProcessed');
    expect(await received()).toBe(61_000n);
  });
});

describe('an outcome on Solana', () => {
  test('is asked for again when the node cannot be asked', async () => {
    await start({ patience: 3 });
    const payment = await sign();
    chain.fault = () => 'request-lost';
    await expect(settler.settle(payment, 'POST /a')).rejects.toThrow(/^\w+: The node cannot be reached\.$/);
    await expect(settler.lookup(payment)).rejects.toThrow(/^\w+: The node cannot be reached\.$/);
    chain.fault = () => undefined;
    await expect.poll(async () => (await settler.lookup(payment)).outcome).toBe('settled');
  });

  test('of what may have been sent is unknown until its last block is final, and failed from then on', async () => {
    await start({ patience: 2 });
    chain.svm.stall();
    const payment = await sign();
    expect((await settler.settle(payment, 'POST /a')).outcome).toBe('unknown');
    chain.svm.drop();
    chain.fault = (method) => (method === 'sendTransaction' ? 'request-lost' : undefined);
    chain.svm.mine(151);
    expect((await settler.lookup(payment)).outcome).toBe('unknown');
    chain.svm.mine(32);
    expect((await settler.lookup(payment)).outcome).toBe('failed');
    await expect.poll(async () => (await settler.settle(payment, 'POST /a')).outcome).toBe('failed');
    expect(await received()).toBe(0n);
  });
});

describe('createSolanaSettler refuses', () => {
  const create = (changes: object) => createSolanaSettler({ network: host, rpc: chain.url, key, payTo, ...changes });
  const other = addressOfSecret(randomSecret()) ?? '';

  test.each([
    ['a node that cannot be asked', { rpc: 'http://127.0.0.1:1' }, /cannot be asked.*URL/],
    ['a node of another chain', { network: { ...host, network: 'solana:x' } }, /on solana:5eykt.*, not on solana:x/],
    ['an asset that is no token', { network: { ...host, asset: other } }, /no SPL token at/],
    ['a token of other decimals', { network: { ...host, decimals: 9 } }, /has 6 decimals, not 9/],
    ['a payee without a token account', { payTo: other }, /has no token account/],
    ['a text that is no key', { key: '0x12' }, /not 64 bytes/],
    ['an account without funds', { key: JSON.stringify([...randomSecret()]) }, /to pay fees with/],
  ])('%s', async (_, changes, message) => {
    chain.endow(addressOfSecret(Uint8Array.from(JSON.parse(key))) ?? '');
    await expect(create(changes)).rejects.toThrow(message);
  });
});
