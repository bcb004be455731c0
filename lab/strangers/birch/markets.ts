import { Fields } from './check.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError, parseObject, type Reply, type Req } from './http.ts';
import { symbolsOf } from './market-symbols.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';

const METHODS = ['GET', 'POST'];
const FREE_CLASSES = ['crypto', 'fx', 'commodity'];
const COUNTRIES = ['us', 'hk', 'jp', 'kr', 'gb', 'de', 'fr', 'nl', 'ie', 'lu', 'cn', 'ca'];
const RESOLUTIONS = ['1', '5', '15', '60', '240', 'D', 'W', 'M'] as const;
const EQUITY_PRICE = usd('0.001');
const startedAt = nowSeconds();
const SECONDS: Record<string, number> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3600,
  '240': 14_400,
  D: 86_400,
  W: 604_800,
  M: 2_592_000,
};

/** The class or market that a path names; `usstock` is the market `us`. */
function classOf(req: Req): string {
  const name = req.params.market ?? req.params.class ?? '';
  return name === 'usstock' ? 'us' : name;
}

/** Parameters from the query, and with POST from a JSON body too. */
function parameters(req: Req): Fields {
  const fields = Fields.ofQuery(req);
  if (req.method === 'POST' && req.body.length > 0) {
    for (const [name, value] of Object.entries(parseObject(req.body))) {
      // The object has no prototype, so that any key of the client is plain data.
      fields.body[name] = typeof value === 'number' ? String(value) : value;
    }
  }
  return fields;
}

function list(req: Req): Reply {
  const fields = parameters(req);
  const q = (fields.text('q') ?? '').toLowerCase();
  const limit = fields.digits('limit', { min: 1, max: 2000 }) ?? 100;
  fields.done();
  const all = symbolsOf(classOf(req)).filter((item) => {
    const text = `${item.symbol} ${item.description}`.toLowerCase();
    return on('list-q-prefix') ? text.startsWith(q) : text.includes(q);
  });
  const symbols = all.slice(0, limit).map(({ symbol, description }) => ({ symbol, description }));
  return { status: 200, body: { market: classOf(req), count: symbols.length, symbols } };
}

interface Quoted {
  symbol: string;
  value: number;
}

function knownSymbol(req: Req): Quoted {
  const symbol = req.params.symbol ?? '';
  const anywhere = on('stocks-foreign-symbol') && req.params.market !== undefined;
  const listed = anywhere ? COUNTRIES.flatMap((name) => symbolsOf(name)) : symbolsOf(classOf(req));
  const found = listed.find((item) => item.symbol === symbol);
  if (!found) throw new HttpError(404, { error: 'Unknown symbol', symbol });
  return { symbol, value: found.value };
}

function checkPrice(req: Req): Quoted {
  const fields = parameters(req);
  fields.choice('session', ['regular', 'extended']);
  fields.done();
  return knownSymbol(req);
}

function showPrice({ symbol, value }: Quoted): Record<string, unknown> {
  return {
    symbol,
    price: value,
    confidence: Math.round(value * 50) / 100_000,
    publishTime: nowSeconds(),
    source: 'birch-oracle',
  };
}

interface History extends Quoted {
  resolution: string;
  from: number;
  to: number;
}

function checkHistory(req: Req): History {
  const fields = parameters(req);
  const resolution = fields.choice('resolution', RESOLUTIONS) ?? 'D';
  const to = fields.digits('to', { min: 0 }) ?? (on('history-to-cached') ? startedAt : nowSeconds());
  const from = fields.digits('from', { min: 0 }) ?? to - (SECONDS[resolution] ?? 86_400) * 30;
  if (from > to) fields.fail('from', 'must not lie after to');
  fields.choice('session', ['regular', 'extended']);
  fields.done();
  return { ...knownSymbol(req), resolution, from, to };
}

function showHistory({ symbol, value, resolution, from, to }: History): Record<string, unknown> {
  const step = SECONDS[resolution] ?? 86_400;
  const count = Math.min(1000, Math.floor((to - from) / step) + 1);
  const bars = Array.from({ length: count }, (_, index) => ({
    time: to - (count - 1 - index) * step,
    open: value,
    high: value * 1.01,
    low: value * 0.99,
    close: value * 1.005,
  }));
  return { symbol, resolution, bars };
}

function freeRoutes(): Route[] {
  const only = { class: FREE_CLASSES };
  return [
    free({
      method: METHODS,
      path: '/api/v1/{class}/price/{symbol}',
      summary: 'Spot price',
      only,
      failures: {},
      run: (req) => ({ status: 200, body: showPrice(checkPrice(req)) }),
    }),
    free({
      method: METHODS,
      path: '/api/v1/{class}/history/{symbol}',
      summary: 'Price history',
      only,
      failures: {},
      run: (req) => ({ status: 200, body: showHistory(checkHistory(req)) }),
    }),
  ];
}

function equity<T>(
  path: string,
  only: Record<string, string[]>,
  check: (req: Req) => T,
  show: (input: T) => unknown,
): Route {
  return paid<T>({
    method: on('stocks-history-no-post') && path.startsWith('/api/v1/stocks/{market}/history') ? ['GET'] : METHODS,
    path,
    summary: `Equity ${path.includes('/price/') ? 'price' : 'price history'}`,
    only,
    price: { mode: 'fixed', amount: EQUITY_PRICE },
    fixed: { amount: EQUITY_PRICE },
    check,
    run: (input) => ({ body: () => show(input) }),
  });
}

const us = { class: ['usstock'] };
const countries = { market: COUNTRIES };

/** Spot and historical prices. */
export const marketRoutes: Route[] = [
  free({
    method: METHODS,
    path: '/api/v1/{class}/list',
    summary: 'Symbols of a class',
    only: { class: [...FREE_CLASSES, 'usstock'] },
    run: list,
  }),
  free({
    method: METHODS,
    path: '/api/v1/stocks/{market}/list',
    summary: 'Symbols of an equity market',
    only: countries,
    run: list,
  }),
  ...freeRoutes(),
  equity('/api/v1/{class}/price/{symbol}', us, checkPrice, showPrice),
  equity('/api/v1/{class}/history/{symbol}', us, checkHistory, showHistory),
  equity('/api/v1/stocks/{market}/price/{symbol}', countries, checkPrice, showPrice),
  equity('/api/v1/stocks/{market}/history/{symbol}', countries, checkHistory, showHistory),
];
