/**
 * Facilitators and servers of both makes, official and our own, settle for each other on a real chain. The facilitator that
 * stands in for them in other tests runs through the same table.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Payment } from '@tollwright/runtime/operation/payment';
import type { EvmSettler } from '@tollwright/runtime/settle/evm';
import { createFacilitatorSettler } from '@tollwright/runtime/settle/facilitator';
import { createFacilitatorService } from '@tollwright/runtime/settle/facilitator-service';
import { type Answer, reply, startFacilitatedChain } from '@tollwright/runtime/testing/facilitated-chain';
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

/** A facilitator, and the chain on which it settles. */
interface World {
  readonly facilitator: string;
  /** URL of a node. */
  readonly rpc: string;
  readonly chain: Pick<Chain, 'time' | 'balance' | 'fund'>;
}

let chain: Chain;
let worlds: Readonly<Record<'official' | 'own' | 'simulated', World>>;
let account: ReturnType<typeof privateKeyToAccount>;
let servers: Server[];
let own: string;
let stop: () => void;
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
  const official = await serveFetch(serveOfficial(await createOfficialFacilitator(chain)));
  own = await serveFetch(createFacilitatorService({ network: host, settler }));
  const simulated = await startFacilitatedChain(host, true);
  stop = simulated.close;
  worlds = {
    official: { facilitator: official, rpc: chain.url, chain },
    own: { facilitator: own, rpc: chain.url, chain },
    simulated: {
      ...simulated,
      chain: {
        time: async () => Math.floor(Date.now() / 1000),
        balance: async (wallet) => simulated.balance(wallet),
        fund: async (wallet, amount) => simulated.fund(wallet, amount),
      },
    },
  };
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  stop();
  await settler.close();
  await chain.close();
});

beforeEach(async () => {
  account = privateKeyToAccount(generatePrivateKey());
  for (const each of Object.values(worlds)) await each.chain.fund(account.address, funds);
});

function payingFetch() {
  const client = new ExactEvmScheme(account);
  return wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network, client }] });
}

const settlerThrough = (facilitator: string, changes = {}) =>
  createFacilitatorSettler({ network: host, facilitator, rpc: chain.url, poll: 20, ...changes });

/** Calls a facilitator about a payment, whose offer may have other fields. */
async function post(url: string, payment: Payment, changes = {}) {
  const { payer, payTo, amount, asset, nonce, validAfter, validBefore, proof } = payment;
  const terms = { scheme: 'exact', network, asset, payTo, amount: String(amount), maxTimeoutSeconds: 300 };
  const accepted = { ...terms, extra: host.domain, ...changes };
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
  const authorization = { from: payer, to: payTo, value: String(amount), ...times, nonce };
  const payload = { signature: proof.signature, authorization };
  const paymentPayload = { x402Version: 2, accepted, payload };
  const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: accepted });
  const headers = { 'content-type': 'application/json' };
  return Object(await (await fetch(url, { method: 'POST', headers, body })).json());
}

describe.each(['official', 'own', 'simulated'] as const)('the %s facilitator', (which) => {
  let world: World;
  beforeEach(() => {
    world = worlds[which];
  });
  const through = () => settlerThrough(world.facilitator, { rpc: world.rpc });
  const sign = (signing = {}) => signPayment(world.chain, host, account, signing);

  test('settles for our gateway', async () => {
    const gateway = await startGateway({ host: 'base', port: 0, settler: await through() });
    const before = await world.chain.balance(gateway.payTo);
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const answer = await payingFetch()(`${gateway.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/large', messages }),
    });
    expect(answer.status).toBe(200);
    const transaction = answer.headers.get('x-payment-receipt');
    const asked = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [transaction] };
    const found = await fetch(world.rpc, { method: 'POST', body: JSON.stringify(asked) });
    expect(await found.json()).toMatchObject({ result: { status: '0x1' } });
    const paid = (await world.chain.balance(gateway.payTo)) - before;
    expect(paid).toBe(funds - (await world.chain.balance(account.address)));
    expect(paid).toBeGreaterThan(0n);
    await gateway.close();
  });

  test('settles for an official server', async () => {
    const app = express();
    const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: world.facilitator }));
    const accepts = { scheme: 'exact', network, price: '$0.01', payTo: payee } as const;
    app.use(
      paymentMiddleware(
        { 'GET /paid': { accepts, description: '', mimeType: 'application/json' } },
        resources.register(network, new ExactEvmServer()),
      ),
    );
    app.get('/paid', (_, response) => void response.json({ paid: true }));
    const url = await serve(createServer(app));
    const before = await world.chain.balance(payee);
    const answer = await payingFetch()(`${url}/paid`);
    expect([answer.status, await answer.json()]).toEqual([200, { paid: true }]);
    expect((await world.chain.balance(payee)) - before).toBe(10_000n);
  });

  test('refuses what the wallet does not cover, and what was used, and moves nothing', async () => {
    const settler = await through();
    const dear = await sign({ amount: funds + 1n });
    expect(await settler.refusal?.(dear)).toBeTruthy();
    // The facilitator may have sent what it says has failed: that is over when the authorization has ended.
    expect((await settler.settle(dear, 'POST /a')).outcome).toBe('unknown');
    const payment = await sign();
    const first = await settler.settle(payment, 'POST /a');
    expect(first.outcome).toBe('settled');
    expect(await settler.settle(payment, 'POST /a')).toEqual(first);
    expect(await world.chain.balance(account.address)).toBe(funds - 1000n);
    await settler.close?.();
  });

  test('refuses a signature of somebody else, other terms, and a payment that was used', async () => {
    const payment = await sign();
    const forged = { ...payment, proof: { signature: `0x${'4'.repeat(128)}1b` } };
    const [verify, settle] = ['/verify', '/settle'].map((path) => `${world.facilitator}${path}`);
    for (const [each, changes] of [
      [forged, {}],
      [payment, { amount: '1001' }],
      [payment, { payTo: account.address }],
      [{ ...payment, validBefore: payment.validAfter + 1 }, {}],
    ] as const) {
      expect(await post(verify ?? '', each, changes)).toMatchObject({ isValid: false });
      expect(await post(settle ?? '', each, changes)).toMatchObject({ success: false });
    }
    expect(await world.chain.balance(account.address)).toBe(funds);
    expect(await post(settle ?? '', payment)).toMatchObject({ success: true, payer: expect.stringMatching(/^0x/) });
    expect(await post(settle ?? '', payment)).toMatchObject({ success: false });
    expect(await world.chain.balance(account.address)).toBe(funds - 1000n);
  });
});

describe('a gateway whose facilitator', () => {
  const json =
    (status: number, body: object): Answer =>
    (response) =>
      reply(response, body, status);
  const answers: readonly (readonly [string, '/f/verify' | '/f/settle', Answer])[] = [
    ['is down when it verifies', '/f/verify', json(503, { error: 'down' })],
    ['has too many callers', '/f/verify', json(429, { error: 'rate limited' })],
    ['fails in its own form', '/f/verify', json(500, { isValid: false, invalidReason: 'unexpected_verify_error' })],
    ['no longer knows the key', '/f/verify', json(401, { error: 'unauthorized' })],
    ['is a page of its proxy', '/f/verify', (response) => response.writeHead(404).end('<h1>404</h1>')],
    ['breaks off', '/f/verify', (response) => response.destroy()],
    ['decides in another type', '/f/verify', json(200, { isValid: 'false' })],
    ['does not say what it decided', '/f/settle', json(200, {})],
    ['decides in another type when it settles', '/f/settle', json(200, { success: 'true', transaction: '0x1' })],
    [
      'has not confirmed its transaction',
      '/f/settle',
      json(200, { success: false, errorReason: 'settlement_pending' }),
    ],
    ['reports a success that is none', '/f/settle', json(200, { success: true, transaction: `0x${'a'.repeat(64)}` })],
    ['accepts the settlement for later', '/f/settle', json(202, { status: 'queued' })],
  ];

  test.each(answers)('%s asks its callers to come back, and for no other payment', async (_, path, answer) => {
    const simulated = await startFacilitatedChain(host);
    const { rpc, facilitator } = simulated;
    const gateway = await startGateway({
      host: 'base',
      port: 0,
      settler: await settlerThrough(facilitator, { rpc, poll: 1 }),
    });
    simulated.answers.set(path, answer);
    const response = await payingFetch()(`${gateway.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/large', messages: [{ role: 'user', content: 'Say hello.' }] }),
    });
    expect([response.status, response.headers.has('payment-required')]).toEqual([503, false]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).not.toMatch(/unauthorized|unexpected_verify_error|settlement_pending/);
    await gateway.close();
    simulated.close();
  });
});

describe('our facilitator', () => {
  test('reports a payment as settled once, however many ask at a time', async () => {
    const payment = await signPayment(chain, host, account);
    expect(await post(`${own}/verify`, payment)).toMatchObject({ isValid: true, payer: payment.payer });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(`${own}/settle`, payment)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await post(`${own}/settle`, payment)).toMatchObject({ success: false });
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
      expect(await post(`${own}/verify`, payment, changes)).toMatchObject({ isValid: false });
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
