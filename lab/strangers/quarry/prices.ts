/** Spot and historical market prices: free for crypto, currencies and commodities, paid for equities. */
import { customs } from './customs.ts';
import { Form, queryForm } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { pick, seconds } from './world.ts';

const coins =
  'BTC ETH SOL XRP ADA DOT LTC BCH ATOM AVAX LINK UNI AAVE NEAR APT ARB OP SUI TIA INJ FIL ICP ETC XLM ALGO'.split(' ');
const quotes = ['USD', 'EUR', 'USDT', 'BTC', 'JPY'];
const money = ['EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'NZD', 'CAD', 'SEK', 'NOK', 'PLN'];

/** The symbols per class or market; there are more than one hundred pairs of coins. */
const known: Record<string, string[]> = {
  crypto: coins.flatMap((coin) => quotes.filter((quote) => quote !== coin).map((quote) => `${coin}-${quote}`)),
  fx: money.map((one) => `${one}-USD`),
  commodity: ['XAU-USD', 'XAG-USD', 'XPT-USD', 'WTI-USD', 'BRENT-USD', 'NG-USD'],
  us: ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'GOOG', 'META', 'KO'],
  hk: ['0700', '9988', '0005'],
  jp: ['7203', '6758', '9984'],
  kr: ['005930', '000660'],
  gb: ['VOD', 'BP', 'HSBA'],
  de: ['SAP', 'SIE', 'BMW'],
  fr: ['MC', 'OR', 'AIR'],
  nl: ['ASML', 'INGA'],
  ie: ['RYA', 'CRG'],
  lu: ['MT', 'SESG'],
  cn: ['600519', '000001'],
  ca: ['RY', 'SHOP', 'TD'],
};

interface Wanted {
  market: string;
  symbol: string;
  equity: boolean;
}

interface History extends Wanted {
  step: number;
  from: number;
  to: number;
  resolution: string;
}

function marketOf(ask: Ask): { market: string; equity: boolean } {
  const { class: kind, market } = ask.params;
  if (market !== undefined && !['crypto', 'fx', 'commodity'].includes(market) && known[market])
    return { market, equity: true };
  if (kind === 'usstock') return { market: 'us', equity: customs.prices.aliasIsEquity };
  if (kind === 'crypto' || kind === 'fx' || kind === 'commodity') return { market: kind, equity: false };
  throw new Refusal(404, { error: 'Not found', message: 'There is no such class or market.' });
}

/** A POST may carry its parameters in the query or in a JSON body. */
function parameters(ask: Ask, numbers: string[]): Form {
  const form = queryForm(ask.query, numbers);
  if (ask.method !== 'POST' || ask.raw.length === 0) return form;
  try {
    return new Form({ ...form.source, ...(JSON.parse(ask.raw.toString('utf8')) as object) });
  } catch {
    throw new Refusal(law.invalidStatus, { error: 'Invalid JSON', message: 'The body is no JSON.' });
  }
}

function symbolOf(ask: Ask): Wanted {
  const { market, equity } = marketOf(ask);
  const symbol = ask.params.symbol ?? '';
  if (known[market]?.includes(symbol)) return { market, symbol, equity };
  throw new Refusal(law.prices.unknownStatus, {
    error: 'Unknown symbol',
    message: `${symbol.slice(0, 40)} is not listed.`,
  });
}

const sessions = { oneOf: ['regular', 'extended'] };

function readPrice(ask: Ask): Wanted {
  const wanted = symbolOf(ask);
  const form = parameters(ask, []);
  form.text('session', sessions);
  form.done();
  return wanted;
}

const steps: Record<string, number> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3600,
  '240': 14_400,
  D: 86_400,
  W: 604_800,
  M: 2_592_000,
};

function readHistory(ask: Ask): History {
  const wanted = symbolOf(ask);
  const form = parameters(ask, ['from', 'to']);
  form.text('session', sessions);
  const resolution = form.text('resolution', { oneOf: Object.keys(steps) }) ?? law.prices.usualResolution;
  const to = form.integer('to', { min: 0 }) ?? seconds();
  const step = steps[resolution] ?? 86_400;
  const from = form.integer('from', { min: 0 }) ?? to - 30 * step;
  form.done();
  return { ...wanted, step, from, to, resolution };
}

function readList(ask: Ask): { market: string; q: string; most: number } {
  const { market } = marketOf(ask);
  const form = parameters(ask, ['limit']);
  const q = form.text('q') ?? '';
  const most = form.integer('limit', { min: 1, max: law.prices.listMost }) ?? law.prices.listUsual;
  form.done();
  return { market, q, most };
}

async function upstream(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

async function spot(wanted: Wanted, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const price = 10 + pick(wanted.symbol, 90_000) / 100;
  return ok({ source: 'oracle', publishTime: seconds(), confidence: price / 1000, price, symbol: wanted.symbol });
}

async function history(wanted: History, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const first = Math.ceil(wanted.from / wanted.step) * wanted.step;
  const count = Math.max(0, Math.min(5000, Math.floor((wanted.to - first) / wanted.step) + 1));
  const bars = Array.from({ length: count }, (_, at) => {
    const close = 10 + pick(`${wanted.symbol} ${at}`, 900) / 10;
    return { time: first + at * wanted.step, open: close - 0.2, high: close + 1, low: close - 1, close };
  });
  return ok({ symbol: wanted.symbol, resolution: wanted.resolution, bars });
}

async function list(wanted: { market: string; q: string; most: number }, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const q = wanted.q.toLowerCase();
  const found = (known[wanted.market] ?? []).filter((symbol) => symbol.toLowerCase().includes(q));
  return ok({
    data: found.slice(0, wanted.most).map((symbol) => ({ symbol, market: wanted.market })),
    total: found.length,
  });
}

const price = (wanted: Wanted) => (wanted.equity ? law.prices.equity : undefined);
const form = 'any' as const;

function bothMethods(path: string, make: (on: string, upstream: string) => Row): Row[] {
  return ['GET', 'POST'].map((method) => make(`${method} ${path}`, `prices ${path}`));
}

export const priceRows: Row[] = ['/api/v1/stocks/{market}', '/api/v1/{class}'].flatMap((prefix) => [
  ...bothMethods(`${prefix}/list`, (on, upstream) => row({ on, form, upstream, read: readList, effect: list })),
  ...bothMethods(`${prefix}/price/{symbol}`, (on, upstream) =>
    row({ on, form, upstream, price, read: readPrice, effect: spot }),
  ),
  ...bothMethods(`${prefix}/history/{symbol}`, (on, upstream) =>
    row<History>({ on, form, upstream, price, read: readHistory, effect: history }),
  ),
]);
