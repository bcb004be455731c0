/** Facilitators and servers of both makes, official and our own, settle for each other on a real chain. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Payment } from '@tollwright/runtime/operation/payment';
import type { EvmSettler } from '@tollwright/runtime/settle/evm';
import { createFacilitatorSettler } from '@tollwright/runtime/settle/facilitator';
import { createFacilitatorService } from '@tollwright/runtime/settle/facilitator-service';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm';
import { ExactEvmScheme as ExactEvmServer } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import express from 'express';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from './chain.ts';
import { networkOf, settlerOn } from './gateway.ts';
import { createOfficialFacilitator, serveOfficial } from './official-facilitator.ts';
import { payee, signPayment } from './payments.ts';

const host = networkOf(baseHost);
const network = 'eip155:8453';
const funds = 1_000_000n;

let chain: Chain;
let account: ReturnType<typeof privateKeyToAccount>;
let servers: Server[];
let official: string;
let own: string;
let settler: EvmSettler;

async function serve(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveFetch = (answer: (request: Request) => Promise<Response>) => serve(createServer(getRequestListener(answer)));

beforeAll(async () => {
  servers = [];
  chain = await startChain(host);
  settler = await settlerOn(chain, host);
  official = await serveFetch(serveOfficial(await createOfficialFacilitator(chain)));
  own = await serveFetch(createFacilitatorService({ network: host, settler }));
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await settler.close();
  await chain.close();
});

beforeEach(async () => {
  account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, funds);
});

function payingFetch() {
  const client = new ExactEvmScheme(account);
  return wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network, client }] });
}

const settlerThrough = (facilitator: string, changes = {}) =>
  createFacilitatorSettler({ network: host, facilitator, rpc: chain.url, poll: 20, ...changes });

describe.each(['official', 'own'] as const)('the %s facilitator', (which) => {
  const facilitator = () => (which === 'own' ? own : official);

  test('settles for our gateway', async () => {
    const gateway = await startGateway({ host: 'base', port: 0, settler: await settlerThrough(facilitator()) });
    const before = await chain.balance(gateway.payTo);
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const answer = await payingFetch()(`${gateway.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/large', messages }),
    });
    expect(answer.status).toBe(200);
    const transaction = answer.headers.get('x-payment-receipt');
    expect(await chain.rpc('eth_getTransactionReceipt', transaction)).toMatchObject({ status: '0x1' });
    const paid = (await chain.balance(gateway.payTo)) - before;
    expect(paid).toBe(funds - (await chain.balance(account.address)));
    expect(paid).toBeGreaterThan(0n);
    await gateway.close();
  });

  test('settles for an official server', async () => {
    const app = express();
    const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator() }));
    const accepts = { scheme: 'exact', network, price: '$0.01', payTo: payee } as const;
    app.use(
      paymentMiddleware(
        { 'GET /paid': { accepts, description: '', mimeType: 'application/json' } },
        resources.register(network, new ExactEvmServer()),
      ),
    );
    app.get('/paid', (_, response) => void response.json({ paid: true }));
    const url = await serve(createServer(app));
    const before = await chain.balance(payee);
    const answer = await payingFetch()(`${url}/paid`);
    expect([answer.status, await answer.json()]).toEqual([200, { paid: true }]);
    expect((await chain.balance(payee)) - before).toBe(10_000n);
  });

  test('refuses what the wallet does not cover, and what was used, and moves nothing', async () => {
    const through = await settlerThrough(facilitator());
    const dear = await signPayment(chain, host, account, { amount: funds + 1n });
    expect(await through.refusal?.(dear)).toBeTruthy();
    // The facilitator may have sent what it says has failed: that is over when the authorization has ended.
    expect((await through.settle(dear, 'POST /a')).outcome).toBe('unknown');
    const payment = await signPayment(chain, host, account);
    const first = await through.settle(payment, 'POST /a');
    expect(first.outcome).toBe('settled');
    expect(await through.settle(payment, 'POST /a')).toEqual(first);
    expect(await chain.balance(account.address)).toBe(funds - 1000n);
    await through.close?.();
  });
});

describe('our facilitator', () => {
  const post = async (path: string, payment: Payment, changes = {}) => {
    const { payer, payTo, amount, asset, nonce, validAfter, validBefore, proof } = payment;
    const terms = { scheme: 'exact', network, asset, payTo, amount: String(amount), maxTimeoutSeconds: 300 };
    const accepted = { ...terms, extra: host.domain, ...changes };
    const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
    const authorization = { from: payer, to: payTo, value: String(amount), ...times, nonce };
    const payload = { signature: proof.signature, authorization };
    const paymentPayload = { x402Version: 2, accepted, payload };
    const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: accepted });
    return Object(await (await fetch(`${own}${path}`, { method: 'POST', body })).json());
  };

  test('reports a payment as settled once, however many ask at a time', async () => {
    const payment = await signPayment(chain, host, account);
    expect(await post('/verify', payment)).toMatchObject({ isValid: true, payer: payment.payer });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/settle', payment)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await post('/settle', payment)).toMatchObject({ success: false });
    expect(await chain.balance(account.address)).toBe(funds - 1000n);
  });

  test('refuses requirements of other networks, assets and amounts', async () => {
    const payment = await signPayment(chain, host, account);
    for (const changes of [
      { network: 'eip155:1' },
      { asset: payee },
      { scheme: 'upto' },
      { amount: '999' },
      { amount: '1001' },
    ])
      expect(await post('/verify', payment, changes)).toMatchObject({ isValid: false });
  });
});

describe('createFacilitatorSettler refuses', () => {
  test.each([
    [
      'a facilitator that cannot be asked',
      () => ({ facilitator: 'http://127.0.0.1:1' }),
      /facilitator .* cannot be asked/,
    ],
    [
      'one of another network',
      () => ({ facilitator: officialOfSepolia() }),
      /does not settle exact on eip155:8453.*It settles exact on eip155:84532/,
    ],
    ['a node that cannot be asked', () => ({ rpc: 'http://127.0.0.1:1' }), /node of eip155:8453 cannot be asked/],
  ])('%s', async (_, changes, message) => {
    const { facilitator = own, ...rest } = { facilitator: own, ...(await changes()) };
    await expect(settlerThrough(await facilitator, rest)).rejects.toThrow(message);
  });

  function officialOfSepolia(): Promise<string> {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }];
    return serveFetch(async () => Response.json({ kinds }));
  }
});
