import { generateKeyPairSigner } from '@solana/kit';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#runtime/testing/read.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { type SolanaRpc, startSolanaRpc } from '../testing/solana-rpc.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

let gateway: TestGateway;
let rpc: SolanaRpc;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'solana' });
  rpc = await startSolanaRpc(() => {
    throw new Error('The challenge names a recent block.');
  });
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
    // It asks a node what the token is, and takes the block that the challenge names.
    expect(rpc.methods).toEqual(['getAccountInfo']);
  });

  test('pays for a chat', async () => {
    const { pay } = await payer();
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const answer = await post(pay, '/api/v1/chat/completions', { model: 'acme/large', messages });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ object: 'chat.completion' });
  });
});
