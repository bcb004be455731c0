import { at, fieldsAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const call = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method });

describe('RPC', () => {
  test('answers a call as the chain that the path names, by its name or an alias', async () => {
    for (const network of ['ethereum', 'eth']) {
      const { json } = await gateway.pay('POST', `/api/v1/rpc/${network}`, { body: call('eth_chainId', 'a') });
      expect(json).toEqual({ jsonrpc: '2.0', id: 'a', result: '0x1' });
    }
    expect((await gateway.send('POST', '/api/v1/rpc/atlantis', { body: call('eth_chainId') })).status).toBe(404);
    expect(await gateway.settled()).toEqual(['3000', '3000']);
  });

  test('answers each call of a batch, and charges each', async () => {
    const body = [call('eth_chainId', 1), call('eth_nothing', 2)];
    const { json } = await gateway.pay('POST', '/api/v1/rpc/base', { body });
    expect(json).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x2105' },
      { jsonrpc: '2.0', id: 2, error: { code: -32_601, message: expect.stringContaining('eth_nothing') } },
    ]);
    expect(await gateway.settled()).toEqual(['6000']);
  });

  test('has its own price for Solana', async () => {
    const { json } = await gateway.pay('POST', '/api/v1/solana/rpc', { body: call('getHealth') });
    expect(at(json, 'result')).toBe('ok');
    expect(await gateway.settled()).toEqual(['1500']);
  });

  test.each([[[]], ['text'], [{ method: 'eth_chainId' }]])('refuses %j', async (body) => {
    expect((await gateway.send('POST', '/api/v1/rpc/base', { body: JSON.stringify(body) })).status).toBe(400);
  });
});

describe('swaps', () => {
  test('are passed on for free, whatever the path', async () => {
    const quote = await gateway.send('GET', '/api/v1/swap/swap/v1/quote?sellAmount=1000000&sellToken=USDC');
    expect(quote.json).toMatchObject({ sellAmount: '1000000', sellToken: 'USDC', transaction: expect.anything() });
    const sent = await gateway.send('POST', '/api/v1/swap/gasless/submit', { body: { trade: {} } });
    expect(sent.json).toMatchObject({ status: 'submitted' });
  });

  test('pass the refusal of the swap service back', async () => {
    const direction = { route: 'GET /api/v1/{swap}/{path}', outcome: 'reject', detail: { status: 422 } };
    await gateway.control('POST', '/upstream', direction);
    expect((await gateway.send('GET', '/api/v1/swap/price')).status).toBe(422);
  });
});

describe('funding', () => {
  test('costs the deposit and the fee', async () => {
    const { json } = await gateway.pay('POST', '/api/v1/venue-a/fund', { body: { amount: 12.5 } });
    expect(json).toMatchObject({ amount: '12.5', status: 'pending', address: gateway.wallet.address.toLowerCase() });
    expect(await gateway.settled()).toEqual(['12511000']);
  });
});

describe('an on-ramp link', () => {
  test('is given to the wallet that signs, for nothing', async () => {
    expect((await gateway.send('POST', '/api/v1/onramp/token')).status).toBe(402);
    const { status, json } = await gateway.pay('POST', '/api/v1/onramp/token');
    expect([status, at(json, 'address')]).toEqual([200, gateway.wallet.address.toLowerCase()]);
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('DeFi data', () => {
  test.each([
    ['protocols', '6000'],
    ['protocol/lido', '6000'],
    ['chains', '6000'],
    ['yields', '6000'],
    ['prices/coingecko:bitcoin,coingecko:ethereum', '2000'],
  ])('sells %s for %s', async (path, amount) => {
    expect((await gateway.pay('GET', `/api/v1/defidata/${path}`)).status).toBe(200);
    expect(await gateway.settled()).toEqual([amount]);
  });

  test('returns the price of each coin', async () => {
    const { json } = await gateway.pay('GET', '/api/v1/defidata/prices/coingecko:bitcoin,base:0xabc');
    expect(Object.keys(fieldsAt(json, 'coins'))).toEqual(['coingecko:bitcoin', 'base:0xabc']);
  });
});

describe('crypto data', () => {
  test.each([
    ['exchange/price', 400],
    ['exchange/price?pair=BTC-USDT', 402],
    ['market/price', 400],
    ['market/price?symbol=BTC', 402],
    ['wallet/detail', 400],
    ['wallet/detail?address=0x0', 402],
    ['onchain/gas', 400],
    ['onchain/gas?chain=base', 402],
    ['onchain/schema', 400],
    ['onchain/schema?chain=base', 402],
    ['prediction/market', 400],
    ['prediction/market?event_slug=vote', 402],
    ['news/feed', 402],
    ['gossip/feed', 404],
  ])('requires the parameters of a category before the price: %s', async (path, status) => {
    expect((await gateway.send('GET', `/api/v1/cryptodata/${path}`)).status).toBe(status);
  });

  test('takes queries by POST', async () => {
    for (const path of ['sql', 'query']) {
      const { status } = await gateway.pay('POST', `/api/v1/cryptodata/onchain/${path}`, { body: { anything: 1 } });
      expect(status).toBe(200);
    }
    expect(await gateway.settled()).toEqual(['8500', '8500']);
  });
});
