import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, invalid, type Reply } from './http.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { numeric, queryForm } from './query.ts';
import { segments, venues } from './segments.ts';

/** The price of one prediction-market call. */
export const PREDICTION_PRICE = usd('0.0085');

const base = '/v1/pm';
const UPSTREAM = 'prediction';
const MAX_PROFILES = 20;
const MAX_IDENTITIES = 200;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];
const INTERVALS = ['1s', '1m', '5m', '15m', '1h', '4h', '1d'];

const VENUE_A_PATHS = [
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
  'wallets/filter',
  'wallet/identity/{wallet}',
  'wallet/{address}/cluster',
  'market/{condition_id}/smart-money',
  'markets/smart-activity',
  'uma/markets',
  'uma/market/{condition_id}',
];

function get(path: string, check: (form: Form, call: Call) => void = () => {}): Operation {
  return {
    methods: ['GET'],
    path: `${base}/${path}`,
    summary: `Prediction markets: ${path}`,
    upstream: UPSTREAM,
    handle: (call) => read(call, check),
  };
}

function read(call: Call, check: (form: Form, call: Call) => void): Promise<Reply> {
  const form = queryForm(call);
  numeric(form, 'limit', 'start_time', 'end_time');
  check(form, call);
  const { max, usual } = call.endpoint.includes('/binance/candles/')
    ? { max: 1500, usual: 500 }
    : { max: on('prediction-limit-b') && call.endpoint.includes(segments.venue_b) ? 1000 : 100, usual: 20 };
  const limit = form.integer('limit', { min: 1, max }) ?? usual;
  form.done();
  return answer(call, limit);
}

function answer(call: Call, limit: number): Promise<Reply> {
  return metered(call, { quote: PREDICTION_PRICE, upstream: UPSTREAM }, ({ outcome }) => {
    const subject = Object.fromEntries(call.params);
    const length = outcome === 'empty' ? 0 : Math.min(limit, 30);
    const items = Array.from({ length }, (_, index) => ({
      id: `m${index + 1}`,
      ...subject,
      value: 0.5,
      at: nowSeconds(),
    }));
    return { body: { items, pagination_key: null } };
  });
}

function marketsA(form: Form): void {
  form.text('search', { min: 3, max: 100 });
  form.text('status', { oneOf: ['active', 'closed', 'archived'] });
  form.text('sort', { oneOf: ['volume', 'liquidity', 'created'] });
}

function marketsB(form: Form): void {
  form.text('status', { oneOf: ['open', 'closed'] });
  form.text('search', { min: 3, max: 100 });
  form.text('ticker', { max: 50 });
  form.text('sort', { oneOf: ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'] });
}

function checkSymbol(_: Form, call: Call): void {
  if (!SYMBOLS.includes(call.param('symbol'))) throw new HttpError(404, 'Unknown symbol');
}

function candles(form: Form, call: Call): void {
  checkSymbol(form, call);
  form.text('interval', { oneOf: INTERVALS });
  form.integer('start_time', { min: 0 });
  form.integer('end_time', { min: 0 });
}

function crossSearch(form: Form): void {
  const q = form.get('q');
  if (on('prediction-platform') && form.has('platform')) return;
  if (typeof q !== 'string' || q === '')
    throw new HttpError(422, 'The query parameter q is required', {
      details: [{ pointer: '/q', problem: 'q is required' }],
    });
}

function profiles(call: Call): Promise<Reply> {
  const wallets = [...call.query].filter(([name]) => name !== 'limit').flatMap(([, value]) => value.split(','));
  if (wallets.length > MAX_PROFILES)
    throw invalid([{ pointer: '/addresses', problem: `at most ${MAX_PROFILES} wallets` }]);
  return answer(call, Math.max(1, wallets.length));
}

function identities(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  form.need('addresses');
  const addresses = form.texts('addresses', { max: MAX_IDENTITIES }) ?? [];
  form.done();
  const quote = on('prediction-post-free') ? 0n : PREDICTION_PRICE;
  return metered(call, { quote, upstream: UPSTREAM }, ({ outcome }) => ({
    body: { items: outcome === 'empty' ? [] : addresses.map((address) => ({ address, name: null })) },
  }));
}

const a = segments.venue_a;
const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function retired(path: string): Operation {
  return {
    methods: ANY,
    path: `${base}/${path}`,
    summary: 'Retired',
    hidden: true,
    handle: () => {
      throw new HttpError(410, 'This endpoint is retired');
    },
  };
}

/** Prediction markets. */
export const predictionOperations: Operation[] = [
  get(`${a}/markets`, marketsA),
  ...VENUE_A_PATHS.map((path) => get(`${a}/${path}`)),
  {
    methods: ['GET'],
    path: `${base}/${a}/wallets/profiles`,
    summary: 'Prediction markets: wallet profiles',
    upstream: UPSTREAM,
    handle: profiles,
  },
  {
    methods: ['POST'],
    path: `${base}/${a}/wallet/identities`,
    summary: 'Prediction markets: wallet identities',
    upstream: UPSTREAM,
    handle: identities,
  },
  get(`${segments.venue_b}/markets`, marketsB),
  get(`${segments.venue_b}/trades`),
  get(`${segments.venue_b}/orderbooks`),
  ...venues.slice(2).flatMap((venue) => [get(`${venue}/markets`), get(`${venue}/orderbooks`)]),
  get('binance/candles/{symbol}', candles),
  get('binance/ticks/{symbol}', checkSymbol),
  get('markets/search', crossSearch),
  ...['matching-markets', 'matching-markets/pairs', 'markets', 'markets/listings', 'outcomes/{id}'].map(retired),
  {
    methods: ANY,
    path: `${base}/sports/{rest*}`,
    summary: 'Withheld',
    hidden: true,
    handle: () => {
      throw new HttpError(503, 'The sports group is temporarily unavailable');
    },
  },
];
