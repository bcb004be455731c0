import { generateKeyPairSigner } from '@solana/kit';
import { PaymentRefused } from '@tollwright/runtime/client/failures';
import { solanaWallet } from '@tollwright/runtime/client/solana-wallet';
import { ledgerBlocks } from '@tollwright/runtime/payment/svm/blocks';
import { addressOfSecret, randomSecret, signWith } from '@tollwright/runtime/payment/svm/key';
import { at } from '@tollwright/runtime/testing/read';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import { interceptJson, interceptRequirements } from '#lab/toolkit/interceptors.ts';
import { startProxy } from '#lab/toolkit/proxy.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { type SolanaRpc, startSolanaRpc } from '../testing/solana-rpc.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** The part of a challenge that names a recent block. */
const hint = /,"recentBlockhash":"\w+"/g;

let gateway: TestGateway;
let rpc: SolanaRpc;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'solana' });
  rpc = await startSolanaRpc(() => ledgerBlocks.latest(Math.floor(Date.now() / 1000)));
});
afterAll(() => Promise.all([gateway.close(), rpc.close()]));

/** The official client, unmodified, with a fresh wallet. */
async function payer() {
  const signer = await generateKeyPairSigner();
  const client = new ExactSvmScheme(signer, { rpcUrl: rpc.url });
  return { address: signer.address, pay: wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network, client }] }) };
}

const post = (pay: typeof fetch, path: string, body: unknown) =>
  pay(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The gateway behind a proxy that removes the hint of a recent block. */
function startWithoutHints() {
  const names = ['payment-required', 'x-payment-required'];
  const strip = interceptRequirements(names, (required) => JSON.parse(JSON.stringify(required).replaceAll(hint, '')));
  const rewrite = interceptJson(402, (body) => JSON.parse(JSON.stringify(body).replaceAll(hint, '')));
  return startProxy(gateway.url, (request, forward) => strip()(request, (inner) => rewrite()(inner, forward)));
}

describe('@x402/svm', () => {
  test('pays for a search and reads the receipt', async () => {
    const { address, pay } = await payer();
    const answer = await post(pay, '/api/v1/search', { query: 'tollwright', max_results: 1 });
    expect(answer.status).toBe(200);
    const receipt = decodePaymentResponseHeader(answer.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(receipt).toMatchObject({ success: true, network, payer: address });
    expect(answer.headers.get('X-Payment-Receipt')).toBe(receipt.transaction);
    const { json } = await gateway.control('GET', `/ledger?payer=${address}`);
    expect(at(json, 'transfers')).toMatchObject([
      { payer: address, amount: '27250', network, tx_hash: receipt.transaction },
    ]);
    // It reads the token from a node, and takes the block that the challenge names.
    expect(rpc.methods).toEqual(['getAccountInfo']);
  });

  test('takes the block of its node where the challenge names none', async () => {
    const proxy = await startWithoutHints();
    const { pay } = await payer();
    const body = JSON.stringify({ query: 'tollwright', max_results: 1 });
    const headers = { 'content-type': 'application/json' };
    const answer = await pay(`${proxy.url}/api/v1/search`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(rpc.methods).toContain('getLatestBlockhash');
    await proxy.close();
  });

  test('pays for a chat', async () => {
    const { pay } = await payer();
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const answer = await post(pay, '/api/v1/chat/completions', { model: 'acme/large', messages });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ object: 'chat.completion' });
  });
});

describe('the generated client', () => {
  /** A wallet whose key only its signer sees. */
  function walletOf() {
    const secret = randomSecret();
    return solanaWallet({
      address: addressOfSecret(secret) ?? '',
      signMessage: (message) => signWith(secret, message),
    });
  }

  function clientOf(baseUrl: string, wallet = walletOf()) {
    const { solana: host } = hosts;
    if (!host) throw new Error('There is no host solana.');
    return createClient({ host, baseUrl, wallet, budget: '1' });
  }

  test('pays for a search at the price that it knows', async () => {
    const wallet = walletOf();
    const client = clientOf(gateway.url, wallet);
    const { receipt } = await client.search({ query: 'tollwright', max_results: 1 });
    expect(receipt).toMatchObject({ network, payer: wallet.address });
    expect(client.budget.spent).toBe('0.02725');
  });

  test('waits for a job with one payment', async () => {
    await gateway.control('POST', '/upstream', { route: 'POST /api/v1/images/generations', outcome: 'slow' });
    const client = clientOf(gateway.url);
    const onProgress = () => void gateway.control('POST', '/clock', { advance_seconds: 40 });
    const image = { model: 'acme/img-a1', prompt: 'A kite' } as const;
    const { data } = await client.generateImageAndWait(image, { interval: 20, onProgress });
    expect(at(data, 'data', 0, 'url')).toBeTruthy();
    expect(client.budget.spent).toBe('0.022');
  });

  test('signs nothing whose fee its wallet would pay', async () => {
    const wallet = walletOf();
    const proxy = await startProxy(gateway.url, async (request, forward) => {
      const answer = await forward(request);
      const body = answer.body.replaceAll(/"feePayer":"\w+"/g, `"feePayer":"${wallet.address}"`);
      const { 'payment-required': _, 'x-payment-required': __, ...headers } = answer.headers;
      return { ...answer, headers, body };
    });
    const bought = clientOf(proxy.url, wallet).search({ query: 'tollwright', max_results: 1 });
    await expect(bought).rejects.toThrow(PaymentRefused);
    await proxy.close();
  });
});

describe('the suite', () => {
  const judge = (url: string, env: Readonly<Record<string, string>>) =>
    conform({
      contract: 'generated/contracts/solana.json',
      target: 'generated/targets/solana.yaml',
      host: 'solana',
      url,
      level: 'paid',
      env,
      only: ['payment.accepted.*', 'payment.rejected.*paid', 'payment.rejected.blockhash-stale', 'payment.replay.*'],
    });

  test('takes the block of a node where the challenge names none, and says so where it has no node', async () => {
    const proxy = await startWithoutHints();
    const PAYER_KEY = JSON.stringify([...randomSecret()]);
    const without = await judge(proxy.url, { PAYER_KEY });
    expect(without.summary).toMatchObject({ pass: 0, fail: 0, spent_usd: '0' });
    expect(without.results[0]?.detail).toContain('a recent block');

    const { summary, results } = await judge(proxy.url, { PAYER_KEY, SOLANA_RPC_URL: rpc.url });
    // Payments of this network have no nonce that two wallets could share.
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule)).toEqual([
      'payment.replay.other-payer',
    ]);
    expect(Number(summary.spent_usd)).toBeGreaterThan(0);
    await proxy.close();
  });
});
