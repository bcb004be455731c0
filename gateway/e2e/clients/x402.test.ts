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
