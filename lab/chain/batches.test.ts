/** The host of batches on a real EVM: what is verified and kept in each call moves in a few transactions. */

import { type BatchSettler, createBatchSettler } from '@tollwright/runtime/settle/batches';
import type { RecordStore } from '@tollwright/runtime/store/records';
import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet, offerIn } from '@tollwright/runtime/testing/wallet';
import { type Hex, pad, toEventSelector, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '#gateway/testing/gateway.ts';
import { nanoHost } from '#generated/hosts/nano.ts';
import { type BatchedChain, startBatched } from './batched.ts';
import { balanceSlot } from './chain.ts';
import { networkOf } from './gateway.ts';
import { signPayment } from './payments.ts';

const payment = networkOf(nanoHost);
const key = generatePrivateKey();
const payTo = privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
const funds = 1_000_000n;
const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };
const price = 27_250n;

let chain: BatchedChain;
let gateway: TestGateway | undefined;
let records: RecordStore;
let settler: BatchSettler;

beforeEach(async () => {
  chain = await startBatched(payment);
  await chain.endow(privateKeyToAccount(key).address);
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  await chain.close();
});

async function start(tuning: { readonly interval?: number; readonly most?: number } = {}): Promise<TestGateway> {
  settler = await createBatchSettler({
    network: payment,
    rpc: chain.url,
    key,
    poll: 10,
    interval: 20,
    ...tuning,
  });
  gateway = await startTestGateway({ host: 'nano', payTo, settler }, (parts) => {
    records = parts.services.store.records;
    return parts;
  });
  return gateway;
}

/** An account with a deposit. */
async function payer(deposit = funds): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.deposit(account, deposit);
  return account;
}

/** The header that pays for a call. */
async function sign({ send }: TestGateway, account: PrivateKeyAccount, to = path, sent: object = body) {
  const { json } = await send('POST', to, { body: sent });
  const now = Math.floor(Date.now() / 1000);
  return createWallet(account).sign(offerIn(json), now, { domain: { verifyingContract: chain.wallet } });
}

async function pay(gateway: TestGateway, account: PrivateKeyAccount, to = path, sent: object = body) {
  const header = await sign(gateway, account, to, sent);
  return gateway.send('POST', to, { body: sent, headers: { 'payment-signature': header } });
}

/** Payments that wait. */
const queued = async () => (await records.list('batched-payment')).length;

/** Transactions of the settler. */
const transactions = async () =>
  Number(await chain.rpc('eth_getTransactionCount', privateKeyToAccount(key).address, 'latest'));

describe('a gateway of batches', () => {
  test('settles many payments, some below a cent, in few transactions, each to the unit', async () => {
    const gateway = await start({ interval: 300 });
    const accounts = await Promise.all([payer(), payer(), payer()]);
    const calls = Array.from({ length: 30 }, (_, index) => {
      const account = accounts[index % 3] as PrivateKeyAccount;
      if (index % 2 === 0) return pay(gateway, account);
      return pay(gateway, account, '/api/v1/rpc/base', {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_blockNumber',
        params: [],
      });
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

    const amounts = await gateway.settled();
    const sum = amounts.reduce((all, amount) => all + BigInt(amount), 0n);
    expect([amounts.length, Math.min(...amounts.map(Number)) < 10_000]).toEqual([30, true]);
    await expect.poll(() => chain.balance(payTo)).toBe(sum);
    const left = await Promise.all(accounts.map(({ address }) => chain.deposited(address)));
    expect(3n * funds - left.reduce((all, each) => all + each, 0n)).toBe(sum);
    expect(await transactions()).toBeLessThanOrEqual(5);

    // Each receipt names an authorization, by which the contract has logged it once.
    for (const { headers } of answers) {
      const digest = headers.get('x-payment-receipt') as Hex;
      const topics = [toEventSelector('AuthorizationSettled(bytes32,address,address,uint256)'), digest];
      const logs = await chain.rpc('eth_getLogs', {
        address: chain.wallet,
        topics,
        fromBlock: '0x0',
        toBlock: 'latest',
      });
      expect(logs).toHaveLength(1);
    }
  });

  test('offers the network of its node alone, and knows that what is no wallet has nothing there', async () => {
    const gateway = await start();
    const balance = await gateway.send('GET', '/api/v1/balance?address=not-a-wallet');
    expect([balance.status, at(balance.json, 'balance')]).toEqual([200, '0']);
    const { json } = await gateway.send('POST', path, { body });
    expect(listAt(json, 'accepts').map((offer) => textAt(offer, 'network'))).toEqual(['eip155:42161']);
  });

  test('counts what waits for its batch against the deposit', async () => {
    const gateway = await start({ interval: 600_000 });
    const account = await payer(2n * price);
    expect([await pay(gateway, account), await pay(gateway, account)].map(({ status }) => status)).toEqual([200, 200]);
    const third = await pay(gateway, account);
    expect([third.status, at(third.json, 'code')]).toEqual([402, 'PAYMENT_UNFUNDED']);
    expect(await transactions()).toBe(0);
  });

  test('delivers nothing that the deposit does not cover, though it did when the call began', async () => {
    const gateway = await start({ interval: 600_000 });
    const account = await payer(price);
    const headers = [await sign(gateway, account), await sign(gateway, account)];
    const send = (header = '') => gateway.send('POST', path, { body, headers: { 'payment-signature': header } });

    // The node takes its time over what the first call asks; the second one begins and ends in between.
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    chain.fault = async () => {
      asked.resolve();
      await answer.promise;
      return undefined;
    };
    const first = send(headers[0]);
    await asked.promise;
    chain.fault = () => undefined;
    const second = await send(headers[1]);
    answer.resolve();
    expect([second.status, (await first).status]).toEqual([200, 402]);
    expect(at((await first).json, 'results')).toBeUndefined();
    expect([await queued(), await gateway.settled()]).toEqual([1, [String(price)]]);
  });

  test('keeps of payments at the same time what the deposit covers, and each once', async () => {
    await start({ interval: 600_000 });
    const account = await payer(2n * price);
    const tampering = { domain: { verifyingContract: chain.wallet } };
    const signed = await Promise.all(
      Array.from({ length: 4 }, () => signPayment(chain, payment, account, { amount: price, tampering })),
    );
    const ends = await Promise.all(signed.map((each) => settler.settle(each, '')));
    const failed = { outcome: 'failed', reason: 'The deposit of the wallet is too low.' };
    expect(ends.slice(2)).toEqual([failed, failed]);
    expect(ends.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['settled', 'settled']);
    // What is kept is settled, although nothing is left of the deposit.
    expect(await Promise.all(signed.map((each) => settler.settle(each, '')))).toEqual(ends);
    expect(await queued()).toBe(2);
  });

  test('takes a payment once, before its batch and after it', async () => {
    const gateway = await start();
    const account = await payer();
    const header = await sign(gateway, account);
    const send = () => gateway.send('POST', path, { body, headers: { 'payment-signature': header } });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await expect.poll(() => chain.balance(payTo)).toBe(price);
    expect((await send()).status).toBe(402);
    await expect.poll(transactions).toBe(1);
    expect(await chain.balance(payTo)).toBe(price);
  });

  test('settles the others of a batch when one has lost its deposit, and that one when it is filled up', async () => {
    const gateway = await start({ interval: 200 });
    const [poor, rich] = [await payer(), await payer()];
    await pay(gateway, poor);
    // As another gateway would that shares the deposit.
    await chain.rpc('hardhat_setStorageAt', chain.wallet, balanceSlot(poor.address), pad('0x00'));
    await pay(gateway, rich);
    await expect.poll(() => chain.balance(payTo)).toBe(price);
    await chain.deposit(poor, funds);
    await expect.poll(() => chain.balance(payTo)).toBe(2n * price);
  });

  test('settles what has waited beyond its end, as after an outage', async () => {
    const gateway = await start({ interval: 400 });
    await pay(gateway, await payer());
    await chain.rpc('evm_setNextBlockTimestamp', toHex((await chain.time()) + 6 * 86_400));
    await chain.rpc('evm_mine');
    await expect.poll(() => chain.balance(payTo)).toBe(price);
  });

  test('sets a payment aside that has expired in the queue', async () => {
    const gateway = await start({ interval: 200 });
    const poor = await payer();
    await pay(gateway, poor);
    await chain.rpc('hardhat_setStorageAt', chain.wallet, balanceSlot(poor.address), pad('0x00'));
    await chain.rpc('evm_setNextBlockTimestamp', toHex((await chain.time()) + 8 * 86_400));
    await chain.rpc('evm_mine');
    await expect.poll(() => queued()).toBe(0);
    await chain.deposit(poor, funds);
    expect([await chain.balance(payTo), await chain.deposited(poor.address)]).toEqual([0n, funds]);
  });
});

describe('createBatchSettler refuses', () => {
  test.each([
    ['a node that cannot be asked', { rpc: 'http://127.0.0.1:1' }, /cannot be asked.*URL/],
    ['a node of another chain', { network: { ...payment, network: 'eip155:1', also: [] } }, /on eip155:42161, not on/],
    ['an account without gas', { key: generatePrivateKey() }, /to pay for gas/],
    ['a text that is no key', { key: '0x12' }, /64 hexadecimal digits/],
    [
      'an address without a contract',
      { network: { ...payment, domain: { name: 'a', version: '1', verifyingContract: payTo } } },
      /no contract at/,
    ],
    [
      'a contract of another domain',
      {
        network: {
          ...payment,
          domain: { name: 'a', version: '1', verifyingContract: payment.domain?.verifyingContract },
        },
      },
      /does not settle batches of/,
    ],
  ])('%s', async (_, changes, message) => {
    await expect(createBatchSettler({ network: payment, rpc: chain.url, key, ...(changes as object) })).rejects.toThrow(
      message,
    );
  });
});
