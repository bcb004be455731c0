/** Prediction-market data: venues, candles, wallets, the cross-venue search, and what is retired or withdrawn. */
import { Form, queryForm } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { iso, now, pick, seconds } from './world.ts';

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
  'wallet/{wallet}',
  'wallet/{wallet}/markets',
  'wallet/{wallet}/similar',
  'wallet/pnl/{wallet}',
  'wallet/positions/{wallet}',
  'wallet/volume-chart/{wallet}',
  'wallets/profiles',
  'wallets/filter',
  'wallet/identity/{wallet}',
  'wallet/{address}/cluster',
  'market/{condition_id}/smart-money',
  'markets/smart-activity',
  'uma/markets',
  'uma/market/{condition_id}',
];
const others: [string, string[]][] = [
  ['venue_b', ['markets', 'trades', 'orderbooks']],
  ['venue_c', ['markets', 'orderbooks']],
  ['venue_d', ['markets', 'orderbooks']],
  ['venue_e', ['markets', 'orderbooks']],
];
const retired = ['matching-markets', 'matching-markets/pairs', 'markets', 'markets/listings', 'outcomes/{id}'];
const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];

interface Look {
  subject: string;
  count: number;
}

type Check = (form: Form) => void;

const text =
  (field: string, oneOf: string[]): Check =>
  (form) =>
    void form.text(field, { oneOf });
const searched: Check = (form) =>
  void form.text('search', { min: law.markets.searchLeast, max: law.markets.searchMost });

/** The query parameters that the documents know, per path. */
const checks: Record<string, Check[]> = {
  'venue_a markets': [
    searched,
    text('status', ['active', 'closed', 'archived']),
    text('sort', ['volume', 'liquidity', 'created']),
  ],
  'venue_b markets': [
    searched,
    text('status', ['open', 'closed']),
    text('sort', ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time']),
    (form) => void form.text('ticker', { max: 50 }),
  ],
  'venue_a wallets/profiles': [
    (form) => {
      const given = String(form.source.addresses ?? form.source.wallets ?? '').split(',');
      if (given.length > law.markets.profilesMost) form.bad('addresses', `at most ${law.markets.profilesMost} wallets`);
    },
  ],
};

function reader(name: string): (ask: Ask) => Look {
  return (ask) => {
    const form = queryForm(ask.query, ['limit']);
    const count = form.integer('limit', { min: 1, max: law.markets.limitMost }) ?? law.markets.limitUsual;
    for (const check of checks[name] ?? []) check(form);
    form.done();
    return { subject: `${name} ${Object.values(ask.params).join(' ')}`, count };
  };
}

function line(subject: string, at: number): Obj {
  const size = pick(`${subject} ${at}`, 1_000_000);
  return { updated_at: iso(now()), volume: size, price: (size % 100) / 100, title: `Market ${size}`, id: `mk-${size}` };
}

async function upstream(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

async function listing(look: Look, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const data = Array.from({ length: look.count }, (_, at) => line(look.subject, at));
  return ok({ pagination: { has_more: true, pagination_key: `p-${look.count}` }, data });
}

function sold(venue: string, path: string): Row {
  return row<Look>({
    on: `GET /api/v1/pm/{${venue}}/${path}`,
    upstream: `pm ${path}`,
    read: reader(`${venue} ${path}`),
    price: () => law.markets.price,
    effect: listing,
  });
}

const candlesQuery = ['limit', 'start_time', 'end_time'];

function readFeed(ask: Ask): Look {
  const { symbol = '' } = ask.params;
  if (!symbols.includes(symbol)) {
    throw new Refusal(404, { error: 'Unknown symbol', message: `Known are ${symbols.join(', ')}.` });
  }
  const form = queryForm(ask.query, candlesQuery);
  form.text('interval', { oneOf: ['1s', '1m', '5m', '15m', '1h', '4h', '1d'] });
  form.integer('start_time', { min: 0 });
  form.integer('end_time', { min: 0 });
  const count = form.integer('limit', { min: 1, max: law.markets.candlesMost }) ?? law.markets.candlesUsual;
  form.done();
  return { subject: symbol, count };
}

async function feed(look: Look, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const start = seconds();
  const data = Array.from({ length: look.count }, (_, at) => {
    const close = 100 + pick(`${look.subject} ${at}`, 900) / 10;
    return { volume: 12.5, close, low: close - 1, high: close + 1, open: close - 0.5, time: start - at * 60 };
  });
  return ok({ symbol: look.subject, data });
}

const sale = { price: () => law.markets.price };

export const predictionRows: Row[] = [
  row<Look>({
    ...sale,
    on: 'GET /api/v1/pm/markets/search',
    upstream: true,
    read: (ask) => {
      const q = ask.query.get('q');
      if (q) return { ...reader('search')(ask), subject: q };
      throw new Refusal(law.markets.noQueryStatus, { error: 'Missing q', message: 'q is required', field: 'q' });
    },
    effect: listing,
  }),
  ...['candles', 'ticks'].map((kind) =>
    row<Look>({ ...sale, on: `GET /api/v1/pm/binance/${kind}/{symbol}`, upstream: true, read: readFeed, effect: feed }),
  ),
  ...retired.map((path) =>
    row<undefined>({
      on: `ANY /api/v1/pm/${path}`,
      form: 'any',
      hidden: true,
      read: () => undefined,
      effect: () => ({
        status: law.markets.retiredStatus,
        body: { error: 'Gone', message: 'Canonical matching is retired.' },
      }),
    }),
  ),
  row<undefined>({
    on: 'ANY /api/v1/pm/sports/{path...}',
    form: 'any',
    hidden: true,
    read: () => undefined,
    effect: () => ({ status: 503, body: { error: 'Service unavailable', message: 'Sports are withdrawn for now.' } }),
  }),
  row<Look>({
    ...sale,
    on: 'POST /api/v1/pm/{venue_a}/wallet/identities',
    upstream: true,
    read: (ask) => {
      const form = new Form(ask.body);
      const addresses = form.texts('addresses', { must: true, min: 1, max: law.markets.identitiesMost }) ?? [];
      form.done();
      return { subject: addresses.join(','), count: addresses.length };
    },
    effect: listing,
  }),
  ...venueA.map((path) => sold('venue_a', path)),
  ...others.flatMap(([venue, paths]) => paths.map((path) => sold(venue, path))),
];
