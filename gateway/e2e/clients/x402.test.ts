import { startTestGateway, type TestGateway } from '@tollwright/runtime/testing/gateway';
import { host } from '@tollwright/runtime/testing/host';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm';
import { decodePaymentResponseHeader } from '@x402/fetch';
import axios from 'axios';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officialFetch, serveToWallet } from './start.ts';

let gateway: Awaited<ReturnType<typeof serveToWallet>>;
beforeAll(async () => {
  gateway = await serveToWallet();
});
afterAll(() => gateway.stop());

const image = { model: 'acme/img-a1', prompt: 'A kite' };

describe('@x402/fetch', () => {
  const post = (path: string, body: unknown) =>
    officialFetch(gateway.payer.account)(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('pays for a search and reads the receipt', async () => {
    const response = await post('/api/v1/search', { query: 'tollwright', max_results: 1 });
    expect(response.status).toBe(200);
    const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'eip155:8453' });
    expect(response.headers.get('X-Payment-Receipt')).toBe(receipt.transaction);
  });

  test('pays for an image', async () => {
    const response = await post('/api/v1/images/generations', image);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ payment: { status: 'settled' }, price: { amount: '0.022' } });
  });
});

describe('@x402/axios', () => {
  const api = () =>
    wrapAxiosWithPaymentFromConfig(axios.create({ baseURL: `${gateway.url}/api/v1` }), {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(gateway.payer.account) }],
    });

  test('pays for a search and reads the receipt', async () => {
    const { status, headers } = await api().post('/search', { query: 'tollwright', max_results: 1 });
    expect(status).toBe(200);
    const receipt = decodePaymentResponseHeader(String(headers['payment-response']));
    expect(receipt).toMatchObject({ success: true, network: 'eip155:8453' });
  });

  test('pays for data that is read', async () => {
    const { status, data } = await api().get('/models');
    expect([status, data.object]).toEqual([200, 'list']);
    const { data: drawn } = await api().post('/images/generations', image);
    expect(drawn.payment.status).toBe('settled');
  });
});

describe('a host with several networks, whose challenge has shorter headers', () => {
  const { payment } = host;
  if (!payment) throw new Error('The host of tests is paid.');
  const also = [10, 137, 42161].map((chain) => ({ ...payment, network: `eip155:${chain}` }));
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"hi"}' };
  let several: TestGateway;
  beforeAll(async () => {
    several = await startTestGateway({ host: { ...host, payment: { ...payment, also } } });
  });
  afterAll(() => several.close());

  test('is paid by @x402/fetch and @x402/axios', async () => {
    const { account } = gateway.payer;
    const unpaid = await fetch(`${several.url}/toy/echo`, ask);
    expect(unpaid.headers.has('X-Payment-Required')).toBe(false);

    const paid = await officialFetch(account)(`${several.url}/toy/echo`, ask);
    expect([paid.status, await paid.json()]).toEqual([200, expect.objectContaining({ echo: 'hi' })]);

    const api = wrapAxiosWithPaymentFromConfig(axios.create({ baseURL: several.url }), {
      schemes: [{ network: 'eip155:137', client: new ExactEvmScheme(account) }],
    });
    const { status, headers } = await api.post('/toy/echo', { text: 'ho' });
    const receipt = decodePaymentResponseHeader(String(headers['payment-response']));
    expect([status, receipt]).toEqual([200, expect.objectContaining({ success: true, network: 'eip155:137' })]);
  });
});
