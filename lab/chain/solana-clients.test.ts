/** The official Solana client, unmodified, pays the gateway on a real Solana runtime. */

import { generateKeyPairSigner } from '@solana/kit';
import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { at } from '@tollwright/runtime/testing/read';
import { createSolanaWallet, type SolanaTampering } from '@tollwright/runtime/testing/solana-wallet';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '#gateway/testing/gateway.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf, solanaSettlerOn } from './gateway.ts';
import { type SolanaChain, startSolana } from './solana.ts';

const host = networkOf(solanaHost);
const funds = 5_000_000n;
const payTo = addressOfSecret(randomSecret()) ?? '';

let chain: SolanaChain;
let gateway: TestGateway;
beforeAll(async () => {
  chain = await startSolana(host);
  await chain.fund(payTo, 0n);
  gateway = await start(1000);
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

/** Starts a gateway that waits for so many looks at the chain. */
async function start(patience: number): Promise<TestGateway> {
  return startTestGateway({ host: 'solana', payTo, settler: await solanaSettlerOn(chain, host, payTo, { patience }) });
}

test('@x402/fetch pays for a chat, and its receipt is on the chain', async () => {
  const signer = await generateKeyPairSigner();
  await chain.fund(signer.address, funds);
  const client = new ExactSvmScheme(signer, { rpcUrl: chain.url });
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const;
  const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network, client }] });
  const answer = await pay(`${gateway.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'acme/large', messages: [{ role: 'user', content: 'Say hello.' }] }),
  });
  expect(answer.status).toBe(200);
  const { transaction } = decodePaymentResponseHeader(answer.headers.get('PAYMENT-RESPONSE') ?? '');
  expect(chain.svm.find(transaction)).toMatchObject({ err: null });
  const paid = funds - (await chain.balance(signer.address));
  expect(paid).toBeGreaterThan(0n);
  expect(await chain.balance(payTo)).toBe(paid);
});

const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };
const send = (header: string, { send }: TestGateway = gateway) =>
  send('POST', path, { body, headers: { 'payment-signature': header } });

async function sign({ send }: TestGateway, tampering: SolanaTampering = {}): Promise<string> {
  const wallet = createSolanaWallet();
  await chain.fund(wallet.address, funds);
  return wallet.pay((await send('POST', path, { body })).json, tampering);
}

test('a payment whose outcome is unknown gets no challenge, and in the end what it has paid for, once', async () => {
  const impatient = await start(2);
  const before = await chain.balance(payTo);
  const header = await sign(impatient);
  chain.svm.stall();
  for (const _ of [1, 2]) {
    const { status, headers, json } = await send(header, impatient);
    expect([status, headers.has('retry-after'), at(json, 'accepts')]).toEqual([503, true, undefined]);
  }
  chain.svm.mine();
  await expect.poll(async () => (await send(header, impatient)).status).toBe(200);
  expect((await send(header, impatient)).status).toBe(402);
  expect((await chain.balance(payTo)) - before).toBe(27_250n);
  await impatient.close();
});

test('a block that is not recent on the chain is refused by name', async () => {
  chain.svm.mine(1);
  const blockhash = chain.svm.blocks.latest();
  chain.svm.mine(151);
  const { status, json } = await send(await sign(gateway, { order: { blockhash } }));
  expect([status, at(json, 'code')]).toEqual([402, 'PAYMENT_BLOCKHASH_STALE']);
});
