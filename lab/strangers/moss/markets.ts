import { now, nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, ok, type Reply, refuse } from './http.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { numeric, queryForm } from './query.ts';

/** The price of one equity price or history. */
export const EQUITY_PRICE = usd('0.001');

const UPSTREAM = 'market-prices';
const MARKETS = ['us', 'hk', 'jp', 'kr', 'gb', 'de', 'fr', 'nl', 'ie', 'lu', 'cn', 'ca'];
const RESOLUTIONS = new Map([
  ['1', 60],
  ['5', 300],
  ['15', 900],
  ['60', 3600],
  ['240', 14_400],
  ['D', 86_400],
  ['W', 604_800],
  ['M', 2_592_000],
]);
const MAX_BARS = 500;
let firstNow: number | undefined;

function firstHistory(): number {
  firstNow ??= nowSeconds();
  return firstNow;
}

const SYMBOLS = new Map<string, string[]>([
  ['crypto', ['BTC-USD', 'ETH-USD', 'SOL-USD', 'XRP-USD', 'DOGE-USD', 'USDC-USD']],
  ['fx', ['EUR-USD', 'GBP-USD', 'USD-JPY', 'USD-CHF', 'AUD-USD']],
  ['commodity', ['XAU-USD', 'XAG-USD', 'XPT-USD', 'WTI-USD']],
  ['us', ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'GOOGL', 'SPY']],
  ['hk', ['0700-HK', '9988-HK']],
  ['jp', ['7203', '6758']],
  ['kr', ['005930', '000660']],
  ['gb', ['VOD', 'HSBA']],
  ['de', ['SAP', 'SIE']],
  ['fr', ['MC', 'OR']],
  ['nl', ['ASML']],
  ['ie', ['RYA']],
  ['lu', ['MT']],
  ['cn', ['600519']],
  ['ca', ['SHOP', 'RY']],
]);

function group(prefix: string, marketOf: (call: Call) => string, free: boolean): Operation[] {
  const methods = ['GET', 'POST'];
  return [
    {
      methods,
      path: `${prefix}/list`,
      summary: 'The symbols of a market',
      handle: (call) => list(call, marketOf(call)),
    },
    {
      methods,
      path: `${prefix}/price/{symbol}`,
      summary: 'A spot price',
      upstream: UPSTREAM,
      handle: (call) => price(call, marketOf(call), free),
    },
    {
      methods,
      path: `${prefix}/history/{symbol}`,
      summary: 'A price history',
      upstream: UPSTREAM,
      handle: (call) => history(call, marketOf(call), free || (on('usstock-history-free') && prefix === '/v1/usstock')),
    },
  ];
}

/** Spot and historical prices. */
export const marketOperations: Operation[] = [
  ...['crypto', 'fx', 'commodity'].flatMap((name) => group(`/v1/${name}`, () => name, true)),
  ...group('/v1/usstock', () => 'us', false),
  ...group('/v1/stocks/{market}', stockMarket, false),
];

function stockMarket(call: Call): string {
  const market = call.param('market');
  if (!MARKETS.includes(market)) throw new HttpError(404, 'Unknown market', { markets: MARKETS });
  return market;
}

function symbolsOf(market: string): string[] {
  return SYMBOLS.get(market) ?? [];
}

/** Parameters come from the query, and on POST also from a JSON body. */
function readParameters(call: Call): Form {
  const form = queryForm(call);
  if (call.method === 'POST' && call.raw.length > 0) {
    const body = new Form(call.json());
    body.done();
    form.body = { ...form.body, ...body.body };
  }
  numeric(form, 'limit', 'from', 'to');
  return form;
}

function list(call: Call, market: string): Reply {
  const all = symbolsOf(market);
  const form = readParameters(call);
  const q = form.text('q')?.toUpperCase() ?? '';
  const limit = form.integer('limit', { min: 1, max: 2000 }) ?? 100;
  form.done();
  const symbols = all.filter((symbol) => symbol.includes(q)).slice(0, limit);
  return ok({ market, symbols: symbols.map((symbol) => ({ symbol })), count: symbols.length });
}

function checkSymbol(call: Call, market: string): string {
  const symbol = call.param('symbol');
  if (!symbolsOf(market).includes(symbol)) throw new HttpError(404, 'Unknown symbol');
  return symbol;
}

/** A simulated price, in hundredths. */
function hundredths(symbol: string, at: number): number {
  let seed = 7;
  for (const letter of symbol) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 90_000;
  return 1000 + seed + (Math.floor(at / 60) % 50);
}

function price(call: Call, market: string, free: boolean): Promise<Reply> {
  const symbol = checkSymbol(call, market);
  const form = readParameters(call);
  form.text('session', { oneOf: ['regular', 'extended'] });
  form.done();
  return metered(call, { quote: free ? 0n : EQUITY_PRICE, upstream: UPSTREAM }, () => ({
    body: {
      symbol,
      price: hundredths(symbol, nowSeconds()) / 100,
      confidence: 0.02,
      publishTime: Math.floor(now() / 1000),
      source: 'oracle',
    },
  }));
}

function history(call: Call, market: string, free: boolean): Promise<Reply> {
  const symbol = checkSymbol(call, market);
  const form = readParameters(call);
  const resolution = form.text('resolution', { oneOf: [...RESOLUTIONS.keys()] }) ?? 'D';
  const step = RESOLUTIONS.get(resolution) ?? 86_400;
  const to = form.integer('to', { min: 0 }) ?? (on('history-to-cached') ? firstHistory() : nowSeconds());
  const from = form.integer('from', { min: 0 }) ?? to - 30 * step;
  form.text('session', { oneOf: ['regular', 'extended'] });
  form.done();
  if (from > to) throw refuse('from', 'from must not be after to');
  return metered(call, { quote: free ? 0n : EQUITY_PRICE, upstream: UPSTREAM }, ({ outcome }) => ({
    body: { symbol, resolution, bars: outcome === 'empty' ? [] : bars(symbol, from, to, step) },
  }));
}

function bars(symbol: string, from: number, to: number, step: number): Record<string, number>[] {
  const first = Math.max(Math.ceil(from / step), Math.floor(to / step) - MAX_BARS + 1);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const time = (first + index) * step;
    const open = hundredths(symbol, time) / 100;
    return { time, open, high: open + 1, low: open - 1, close: open + 0.5 };
  });
}
