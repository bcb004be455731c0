import { Fields } from './check.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { usd } from './money.ts';
import { checkQuery } from './predictions-check.ts';
import type { Route } from './router.ts';

const PRICE = usd('0.0085');

const venueA = [
  'markets',
  'markets/keyset',
  'events',
  'events/keyset',
  'crypto-updown',
  'market-price/{token_id}',
  'candlesticks/{condition_id}',
  'candlesticks/token/{token_id}',
  'volume-chart/{condition_id}',
  'orderbooks',
  'trades',
  'activity',
  'markets/{token_id}/volume',
  'markets/{condition_id}/open_interest',
  'positions',
  'leaderboard',
  'leaderboard/market/{condition_id}',
  'cohorts/stats',
  'market/{condition_id}/top-holders',
  'wallets/profiles',
  'wallets/filter',
  'wallet/{wallet}',
  'wallet/{wallet}/markets',
  'wallet/{wallet}/similar',
  'wallet/pnl/{wallet}',
  'wallet/positions/{wallet}',
  'wallet/volume-chart/{wallet}',
  'wallet/identity/{wallet}',
  'wallet/{address}/cluster',
  'market/{condition_id}/smart-money',
  'markets/smart-activity',
  'uma/markets',
  'uma/market/{condition_id}',
];

const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];

const paths = [
  'markets/search',
  ...venueA.map((path) => `{venue_a}/${path}`),
  ...['markets', 'trades', 'orderbooks'].map((path) => `{venue_b}/${path}`),
  ...['c', 'd', 'e'].flatMap((venue) => ['markets', 'orderbooks'].map((path) => `{venue_${venue}}/${path}`)),
  'binance/candles/{symbol}',
  'binance/ticks/{symbol}',
];

function rows(path: string, query: Record<string, unknown>, req: Req): Record<string, unknown> {
  const limit = typeof query.limit === 'number' ? query.limit : 20;
  if (path.startsWith('binance/candles')) {
    const start = nowSeconds() - limit * 60;
    const bar = { open: '100.0', high: '101.0', low: '99.5', close: '100.5', volume: '12.3' };
    const candles = Array.from({ length: limit }, (_, index) => ({ time: start + index * 60, ...bar }));
    return { symbol: req.params.symbol, interval: query.interval, candles };
  }
  const items = Array.from({ length: Math.min(limit, 20) }, (_, index) => ({
    id: `row-${index + 1}`,
    title: `Simulated row ${index + 1}`,
    ...req.params,
  }));
  return { items, pagination_key: null };
}

function read(path: string): Route {
  return paid<Record<string, unknown>>({
    method: 'GET',
    path: `/api/v1/pm/${path}`,
    summary: `Prediction markets: ${path}`,
    price: { mode: 'fixed', amount: PRICE },
    fixed: { amount: PRICE },
    handles: ['empty'],
    check: (req) => {
      if (req.params.symbol !== undefined && !symbols.includes(req.params.symbol)) {
        throw new HttpError(404, { error: 'Unknown symbol', symbol: req.params.symbol, symbols });
      }
      return checkQuery(path, req);
    },
    run: (query, call) => ({
      body: () => (call.turn.outcome === 'empty' ? { items: [], pagination_key: null } : rows(path, query, call.req)),
    }),
  });
}

const identities = paid<string[]>({
  path: '/api/v1/pm/{venue_a}/wallet/identities',
  summary: 'Prediction markets: identities of wallets',
  price: { mode: 'fixed', amount: PRICE },
  fixed: { amount: PRICE },
  handles: ['empty'],
  check: (req) => {
    const fields = Fields.of(req);
    if (!fields.has('addresses')) fields.fail('addresses', 'is required');
    const addresses = fields.texts('addresses', { max: 200 }) ?? [];
    fields.done();
    return addresses;
  },
  run: (addresses) => ({ body: () => ({ items: addresses.map((address) => ({ address, name: null })) }) }),
});

const retired = ['matching-markets', 'matching-markets/pairs', 'markets', 'markets/listings', 'outcomes/{id}'];

/** Prediction markets: read-only data, retired paths and the withdrawn sports group. */
export const predictionRoutes: Route[] = [
  identities,
  ...paths.map(read),
  ...retired.slice(0, on('pm-retired-outcome') ? 4 : 5).map((path) =>
    free({
      method: ['GET', 'POST'],
      path: `/api/v1/pm/${path}`,
      summary: 'Retired',
      hidden: true,
      run: () => ({ status: 410, body: { error: 'Gone', message: 'Canonical matching is retired.' } }),
    }),
  ),
  free({
    method: ['GET', 'POST'],
    path: '/api/v1/pm/sports/{rest...}',
    summary: 'Temporarily unavailable',
    hidden: !on('sports-discovered'),
    run: () => ({
      status: 503,
      body: { error: 'Service unavailable', message: 'The sports group is temporarily unavailable.' },
    }),
  }),
];
