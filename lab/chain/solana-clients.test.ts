/** The official Solana client, unmodified, pays the gateway on a real Solana runtime. */

import { generateKeyPairSigner } from '@solana/kit';
import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf, solanaSettlerOn } from './gateway.ts';
import { type SolanaChain, startSolana } from './solana.ts';

const host = networkOf(solanaHost);
const funds = 5_000_000n;
const payTo = addressOfSecret(randomSecret()) ?? '';

let chain: SolanaChain;
let gateway: Gateway;
beforeAll(async () => {
  chain = await startSolana(host);
  await chain.fund(payTo, 0n);
  gateway = await startGateway({ host: 'solana', port: 0, payTo, settler: await solanaSettlerOn(chain, host, payTo) });
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

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
