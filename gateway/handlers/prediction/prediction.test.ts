import { at, listAt, numberAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const markets = '/api/v1/pm/venue-a/markets';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const buy = async (path: string) => (await gateway.pay('GET', path)).json;

describe('markets of a venue', () => {
  test('come page by page, each once', async () => {
    const first = await buy(`${markets}?limit=7`);
    const second = await buy(`${markets}?limit=7&pagination_key=${at(first, 'pagination_key')}`);
    const ids = [...listAt(first, 'data'), ...listAt(second, 'data')].map((market) => at(market, 'condition_id'));
    expect(new Set(ids).size).toBe(14);
    expect(await gateway.settled()).toEqual(['8500', '8500']);
  });

  test('are filtered and sorted as requested', async () => {
    const data = listAt(await buy(`${markets}?search=ELECTION&status=closed&sort=liquidity&limit=100`), 'data');
    expect(data.length).toBeGreaterThan(1);
    for (const market of data) {
      expect(market).toMatchObject({ question: expect.stringContaining('election'), status: 'closed' });
    }
    const sizes = data.map((market) => numberAt(market, 'liquidity'));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test('agree with the prices of their outcomes one by one', async () => {
    const outcome = at(await buy(`${markets}?limit=1`), 'data', 0, 'outcomes', 0);
    const price = await buy(`/api/v1/pm/venue-a/market-price/${textAt(outcome, 'token_id')}`);
    expect(at(price, 'data', 'price')).toBeCloseTo(numberAt(outcome, 'price'), 1);
  });

  test('of another venue are others', async () => {
    expect(await buy('/api/v1/pm/venue-b/markets')).not.toEqual(await buy(markets));
  });
});

describe('paths of wallets', () => {
  test.each([
    ['wallet/0xaa', { wallet: '0xaa', markets: expect.any(Number) }],
    ['wallet/identity/0xaa', { wallet: '0xaa', name: expect.any(String) }],
  ])('%s leads to its own answer', async (path, answer) => {
    expect(at(await buy(`/api/v1/pm/venue-a/${path}`), 'data')).toMatchObject(answer);
  });

  test('take up to 200 addresses at once', async () => {
    const path = '/api/v1/pm/venue-a/wallet/identities';
    const addresses = Array.from({ length: 201 }, (_, index) => `0x${index}`);
    expect((await gateway.send('POST', path, { body: { addresses } })).status).toBe(400);
    const { json } = await gateway.pay('POST', path, { body: { addresses: addresses.slice(1) } });
    expect(listAt(json, 'data').map((identity) => at(identity, 'wallet'))).toEqual(addresses.slice(1));
  });
});

describe('candles', () => {
  test('have the requested number and interval', async () => {
    const data = listAt(await buy('/api/v1/pm/binance/candles/ETHUSDT?interval=5m&limit=12'), 'data');
    expect(data).toHaveLength(12);
    expect(numberAt(data, 1, 'time') - numberAt(data, 0, 'time')).toBe(300);
  });

  test('exist for four pairs', async () => {
    expect((await gateway.send('GET', '/api/v1/pm/binance/candles/DOGEUSDT')).status).toBe(400);
  });
});

describe('what is not sold', () => {
  test.each(['matching-markets', 'matching-markets/pairs', 'markets', 'markets/listings', 'outcomes/any'])(
    '%s is gone',
    async (path) => {
      expect((await gateway.send('GET', `/api/v1/pm/${path}`)).status).toBe(410);
    },
  );

  test('is the sports group, which has no operation of its own', async () => {
    expect((await gateway.send('GET', '/api/v1/pm/sports/markets')).status).toBe(503);
    expect((await gateway.send('GET', '/openapi.json')).text).not.toContain('/pm/sports');
    expect((await gateway.send('GET', '/.well-known/x402')).text).not.toContain('/pm/sports');
  });

  test('is a search for nothing', async () => {
    expect((await gateway.send('GET', '/api/v1/pm/markets/search')).status).toBe(422);
    expect((await gateway.send('GET', '/api/v1/pm/markets/search?q=vote')).status).toBe(402);
  });
});

describe('a venue under direction', () => {
  test('fails without charge, and only itself', async () => {
    await gateway.control('POST', '/upstream', { route: 'GET /api/v1/pm/{venue_c}/orderbooks', outcome: 'fail' });
    expect((await gateway.pay('GET', '/api/v1/pm/venue-b/orderbooks')).status).toBe(200);
    expect((await gateway.pay('GET', '/api/v1/pm/venue-c/orderbooks')).status).toBe(502);
    expect(await gateway.settled()).toEqual(['8500']);
  });

  test('may be empty', async () => {
    await gateway.control('POST', '/upstream', { route: 'GET /api/v1/pm/{venue_a}/trades', outcome: 'empty' });
    expect(await buy('/api/v1/pm/venue-a/trades')).toEqual({ data: [] });
  });
});
