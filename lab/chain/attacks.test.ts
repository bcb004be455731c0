/** What has gone wrong with payments elsewhere, on a real chain. */

import { transferCall } from '@tollwright/runtime/settle/evm/token';
import { at } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '#gateway/testing/gateway.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn, type Tuning } from './gateway.ts';
import { sendFrom, signPayment } from './payments.ts';

const host = networkOf(baseHost);
const funds = 1_000_000n;
const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };

let chain: Chain;
let gateway: TestGateway;
let account: PrivateKeyAccount;

beforeEach(async () => {
  chain = await startChain(host);
  account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, funds);
});
afterEach(async () => {
  await gateway.close();
  await chain.close();
});

async function start(tuning: Tuning = {}): Promise<void> {
  gateway = await startTestGateway({ host: 'base', settler: await settlerOn(chain, host, tuning) });
}

const sign = () => gateway.sign('POST', path, { body }, createWallet(account));
const send = (header: string) => gateway.send('POST', path, { body, headers: { 'payment-signature': header } });
const paid = async () => funds - (await chain.balance(account.address));

/** The price of the call, in micro-USDC. */
const price = 27_250n;

describe('a payment on a chain', () => {
  test('buys one call and moves once, however many race for it', async () => {
    await start();
    const header = await sign();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(49);
    expect(await paid()).toBe(price);
    expect(await gateway.settled()).toEqual([String(price)]);
  });

  test('whose outcome is unknown gets no challenge, and in the end what it has paid for, once', async () => {
    await start({ patience: 2 });
    await chain.stall();
    const header = await sign();
    for (const _ of [1, 2, 3]) {
      const { status, json, headers } = await send(header);
      expect([status, at(json, 'accepts'), headers.get('payment-required')]).toEqual([503, undefined, null]);
      expect(headers.get('retry-after')).toBeTruthy();
    }
    await chain.mine();
    // The gateway asks the chain by itself.
    await expect.poll(() => gateway.settled()).toEqual([String(price)]);
    // Its time is over, and it has paid all the same.
    await gateway.control('POST', '/clock', { advance_seconds: 3600 });
    const answer = await send(header);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await chain.rpc('eth_getTransactionReceipt', answer.headers.get('x-payment-receipt'))).toBeTruthy();
    expect((await send(header)).status).toBe(402);
    expect(await paid()).toBe(price);
  });

  test('that the chain would refuse buys no work', async () => {
    await start();
    const header = await sign();
    const { nonce } = at(JSON.parse(atob(header)), 'payload', 'authorization') as { nonce: string };
    const elsewhere = { payTo: `0x${'41'.repeat(20)}`, tampering: { authorization: { nonce } } };
    await sendFrom(chain, transferCall(await signPayment(chain, host, account, elsewhere)));
    const { status, json } = await send(header);
    expect([status, at(json, 'code')]).toEqual([402, 'PAYMENT_INVALID']);
    expect(at(json, 'message')).toMatch(/would not settle.*used or canceled/);
    expect(await gateway.settled()).toEqual([]);
  });

  test('that is spent elsewhere during the call gets no answer', async () => {
    await start();
    const header = await sign();
    let isSpent = false;
    chain.fault = async (method) => {
      if (method === 'eth_sendRawTransaction' && !isSpent) {
        isSpent = true;
        await chain.fund(account.address, 0n);
      }
      return undefined;
    };
    const { status, json } = await send(header);
    expect([status, at(json, 'error'), at(json, 'results')]).toEqual([402, 'Payment settlement failed', undefined]);
    expect(await gateway.settled()).toEqual([]);
  });

  test('is not taken while the node cannot be asked', async () => {
    await start();
    const header = await sign();
    chain.fault = () => 'request-lost';
    expect((await send(header)).status).toBe(503);
    chain.fault = () => undefined;
    expect((await send(header)).status).toBe(200);
    expect(await paid()).toBe(price);
  });

  test('cannot spend a balance twice at the same time', async () => {
    await start();
    await chain.fund(account.address, 3n * price);
    const headers = await Promise.all(Array.from({ length: 8 }, sign));
    const answers = await Promise.all(headers.map(send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await chain.balance(account.address)).toBe(0n);
    expect(await gateway.settled()).toHaveLength(3);
  });
});
