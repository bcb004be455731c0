import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { checkBody, checkQuery, queryInt } from '../body.ts';
import { prefix } from '../config.ts';
import { ApiError, badQuery } from '../errors.ts';
import { on } from '../fault.ts';
import { usd } from '../money.ts';
import type { Op } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { must } from '../tables.ts';
import { world } from '../world.ts';

/** Prediction markets: one price on every tier and method. Venue segments are our own, the feed and the cross-venue search are fixed. */
const PRICE = { base: usd('0.0085'), account: usd('0.0085') };
const A =
  'markets markets/keyset events events/keyset crypto-updown market-price/{token_id} candlesticks/{condition_id} candlesticks/token/{token_id} volume-chart/{condition_id} orderbooks trades activity markets/{token_id}/volume markets/{condition_id}/open_interest positions leaderboard leaderboard/market/{condition_id} cohorts/stats market/{condition_id}/top-holders wallet/{wallet} wallet/{wallet}/markets wallet/{wallet}/similar wallet/pnl/{wallet} wallet/positions/{wallet} wallet/volume-chart/{wallet} wallets/profiles wallets/filter wallet/identity/{wallet} wallet/{address}/cluster market/{condition_id}/smart-money markets/smart-activity uma/markets uma/market/{condition_id}'.split(
    ' ',
  );

const text = z.string().refine((s) => [...s].length >= 3 && [...s].length <= 100, 'must have 3 to 100 characters');
const limit = queryInt(1, 100).optional();
const marketsA = z.looseObject({
  search: text.optional(),
  status: z.enum(['active', 'closed', 'archived']).optional(),
  sort: z.enum(['volume', 'liquidity', 'created']).optional(),
  limit,
  pagination_key: z.string().optional(),
});
const sortB = on('venue-b-sort-short')
  ? ['volume', 'open_interest', 'price_desc', 'price_asc']
  : ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'];
const marketsB = z.looseObject({
  search: text.optional(),
  status: z.enum(['open', 'closed']).optional(),
  ticker: z.string().max(50).optional(),
  event_ticker: z.string().optional(),
  sort: z.enum(sortB).optional(),
  limit,
  pagination_key: z.string().optional(),
});
const plain = z.looseObject({ limit });
const candles = z.looseObject({
  interval: z.enum(['1s', '1m', '5m', '15m', '1h', '4h', '1d']).default('1m'),
  start_time: queryInt(0, 1e12).optional(),
  end_time: queryInt(0, 1e12).optional(),
  limit: queryInt(1, 1500).default(500),
});

const by =
  <S extends z.ZodType>(schema: S) =>
  (c: Context): z.output<S> =>
    checkQuery(c, schema);
interface Query {
  limit?: number | undefined;
  status?: unknown;
}
function read<Q extends Query>(
  path: string,
  parse: (c: Context) => Q,
  answer: (q: Q) => unknown = (q) => rows(q, path),
): Op {
  return op<Q>({
    method: 'GET',
    template: `/pm/${path}`,
    hosts: 'both',
    upstream: true,
    describe: `Prediction data: ${path}`,
    quote: () => PRICE,
    parse,
    run: (q, call) => ({ body: call.script.outcome === 'empty' ? { data: [], count: 0 } : answer(q) }),
  });
}
function rows(q: Query, path: string): unknown {
  const n = Math.min(q.limit ?? 20, 3);
  return {
    data: Array.from({ length: n }, (_v, i) => ({
      id: `${path.split('/').at(-1)}-${i + 1}`,
      title: `Will it rain on day ${i + 1}?`,
      volume_usd: 1000 * (i + 1),
      status: q.status ?? 'active',
    })),
    count: n,
    pagination_key: null,
  };
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];
interface Feed {
  symbol: string;
}
function feed<Q>(c: Context, query: (c: Context) => Q): Q & Feed {
  const symbol = param(c, 'symbol');
  if (!SYMBOLS.includes(symbol)) throw new ApiError(404, { error: 'Unknown symbol', symbol, available: SYMBOLS });
  return { ...query(c), symbol };
}
function bars(q: z.output<typeof candles> & Feed): unknown {
  const seconds = { '1s': 1, '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 }[q.interval];
  const end = q.end_time ?? world.unix();
  const from = q.start_time ?? end - seconds * q.limit;
  const n = Math.max(0, Math.min(q.limit, Math.floor((end - from) / seconds)));
  return {
    symbol: q.symbol,
    interval: q.interval,
    candles: Array.from({ length: n }, (_v, i) => ({
      t: end - (n - i) * seconds,
      o: 100,
      h: 101,
      l: 99,
      c: 100.5,
      v: 12,
    })),
  };
}

function addresses(c: Context): z.output<typeof plain> {
  const q = checkQuery(c, plain);
  for (const key of ['addresses', 'wallets', 'wallet', 'address']) {
    const value = q[key];
    const n =
      typeof value === 'string' ? value.split(',').filter(Boolean).length + (must(c.req.queries(key)).length - 1) : 0;
    if (n > 20) throw badQuery(key, 'at most 20 wallets');
  }
  return q;
}

const identities = z.object({ addresses: z.array(z.string()).min(1).max(200) });
const searchQuery = z.looseObject({ q: z.string().optional(), platform: z.string().optional(), limit });

export const predictionOps: Op[] = [
  read('markets/search', (c) => {
    const q = checkQuery(c, searchQuery);
    if (!q.q) throw badQuery('q', 'required', 422);
    return q;
  }),
  read('binance/candles/{symbol}', (c) => feed(c, by(candles)), bars),
  read(
    'binance/ticks/{symbol}',
    (c) => feed(c, by(plain)),
    (q) => ({
      symbol: q.symbol,
      ticks: [{ t: world.unix(), price: 100.5 }],
    }),
  ),
  ...A.map((p) =>
    read(`{venue_a}/${p}`, p === 'markets' ? by(marketsA) : p === 'wallets/profiles' ? addresses : by(plain)),
  ),
  op<z.output<typeof identities>>({
    method: 'POST',
    template: '/pm/{venue_a}/wallet/identities',
    hosts: 'both',
    upstream: true,
    describe: 'Identities of up to 200 wallets',
    quote: (x) =>
      on('identities-priced-by-page')
        ? { ...PRICE, base: PRICE.base * BigInt(Math.ceil(x.addresses.length / 20)) }
        : PRICE,
    parse: (c) => checkBody(c, identities),
    run: (x) => ({
      body: { data: x.addresses.map((address) => ({ address, label: null })), count: x.addresses.length },
    }),
  }),
  ...['markets', 'trades', 'orderbooks'].map((p) => read(`{venue_b}/${p}`, by(p === 'markets' ? marketsB : plain))),
  ...['c', 'd', 'e'].flatMap((v) => ['markets', 'orderbooks'].map((p) => read(`{venue_${v}}/${p}`, by(plain)))),
];

export function mountPredictionRest(app: Hono): void {
  const base = `${prefix()}/pm`;
  const gone = () => {
    throw new ApiError(410, { error: 'Gone', message: 'The canonical matching endpoints are retired.' });
  };
  for (const p of [
    'matching-markets',
    'matching-markets/pairs',
    'markets',
    'markets/listings',
    on('retired-outcome-not-found') ? 'outcomes' : 'outcomes/:id',
  ]) {
    app.all(`${base}/${p}`, gone);
  }
  app.all(`${base}/sports/*`, () => {
    throw new ApiError(503, {
      error: 'Service unavailable',
      message: 'The sports group is temporarily unavailable. You were not charged.',
    });
  });
}
