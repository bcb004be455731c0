import { at, fieldsAt, listAt, numberAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const read = async (path: string, method = 'GET') => (await gateway.send(method, `/api/v1${path}`)).json;
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const buy = async (path: string) => (await gateway.pay('GET', `/api/v1${path}`)).json;

describe('a list', () => {
  test('has 100 symbols by default', async () => {
    expect(at(await read('/usstock/list'), 'symbols')).toHaveLength(100);
    expect(at(await read('/usstock/list?limit=2000'), 'symbols')).toHaveLength(2000);
    expect(at(await read('/usstock/list?limit=3'), 'symbols')).toHaveLength(3);
    expect((await gateway.send('GET', '/api/v1/usstock/list?limit=2001')).status).toBe(400);
  });

  test('is cut down to what contains a text', async () => {
    const { symbols } = fieldsAt(await read('/commodity/list?q=xau'));
    expect(symbols).toEqual([{ symbol: 'XAU-USD', name: 'XAU in USD' }]);
  });

  test.each(['us', 'hk', 'jp', 'kr', 'gb', 'de', 'fr', 'nl', 'ie', 'lu', 'cn', 'ca'])(
    'exists for %s',
    async (market) => {
      const symbol = textAt(await read(`/stocks/${market}/list?limit=1`), 'symbols', 0, 'symbol');
      expect(at(await buy(`/stocks/${market}/price/${symbol}`), 'symbol')).toBe(symbol);
    },
  );

  test('of an unknown market does not exist', async () => {
    expect((await gateway.send('GET', '/api/v1/stocks/mars/list')).status).toBe(400);
  });
});

describe('a price', () => {
  test('of crypto, currencies and commodities is free, by POST as by GET', async () => {
    for (const path of ['/crypto/price/BTC-USD', '/fx/price/EUR-USD', '/commodity/price/XAU-USD']) {
      const price = await read(path);
      expect(price).toEqual({
        symbol: path.split('/').at(-1),
        price: expect.any(Number),
        confidence: expect.any(Number),
        publishTime: expect.any(Number),
        source: expect.any(String),
      });
      expect(at(await read(path, 'POST'), 'symbol')).toBe(at(price, 'symbol'));
    }
  });

  test('of an equity costs the same under both names of its market', async () => {
    expect(await buy('/usstock/price/AAPL')).toMatchObject({ symbol: 'AAPL' });
    expect(await buy('/stocks/us/price/AAPL')).toMatchObject({ symbol: 'AAPL' });
    expect(await gateway.settled()).toEqual(['2000', '2000']);
  });

  test('of nothing is 404, and costs nothing', async () => {
    expect((await gateway.send('GET', '/api/v1/crypto/price/NOPE-USD')).status).toBe(404);
    const answer = await gateway.pay('GET', '/api/v1/usstock/price/NOPE!');
    expect([answer.status, at(answer.json, 'symbol')]).toEqual([404, 'NOPE!']);
    expect(await gateway.settled()).toEqual([]);
  });
});

describe('a history', () => {
  test('has days until now by default', async () => {
    const { resolution, bars } = fieldsAt(await read(`/commodity/history/XAU-USD?from=${ago(10 * 86_400)}`));
    expect(resolution).toBe('D');
    expect([10, 11]).toContain(listAt(bars).length);
    expect(numberAt(bars, 1, 'time') - numberAt(bars, 0, 'time')).toBe(86_400);
    const { bars: hours } = fieldsAt(
      await read('/commodity/history/XAU-USD?resolution=60&from=1735689600&to=1735776000'),
    );
    expect(hours).toHaveLength(25);
  });

  test('ends where the price is', async () => {
    const bars = listAt(await read(`/crypto/history/BTC-USD?resolution=1&from=${ago(600)}`), 'bars');
    const price = numberAt(await read('/crypto/price/BTC-USD'), 'price');
    expect(numberAt(bars.at(-1), 'close') / price).toBeCloseTo(1, 3);
  });
});
