import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { accountOf, charge } from '../account/keys.ts';
import { queryInt, readJson } from '../body.ts';
import { config, prefix } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { FEE, usd } from '../money.ts';
import type { Op } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { must } from '../tables.ts';
import { world } from '../world.ts';

/** Market prices. Lists are free, and so are crypto, FX and commodities; equities are paid. */
const EQUITIES: Record<string, string[]> = {
  us: ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'SPY'],
  hk: ['0700.HK', '9988.HK'],
  jp: ['7203.T', '6758.T'],
  kr: ['005930.KS'],
  gb: ['HSBA.L', 'BP.L'],
  de: ['SAP.DE', 'SIE.DE'],
  fr: ['MC.PA', 'OR.PA'],
  nl: ['ASML.AS'],
  ie: ['RYA.IR'],
  lu: ['MT.LU'],
  cn: ['600519.SS'],
  ca: ['SHOP.TO', 'RY.TO'],
};
const OPEN: Record<string, string[]> = {
  crypto: ['BTC-USD', 'ETH-USD', 'SOL-USD', 'XRP-USD', 'DOGE-USD'],
  fx: ['EUR-USD', 'GBP-USD', 'USD-JPY'],
  commodity: ['XAU-USD', 'XAG-USD', 'WTI-USD'],
};
const symbolsOf = (path: string): string[] => {
  const [group = '', market = ''] = path.slice(prefix().length + 1).split('/');
  if (group === 'stocks') return EQUITIES[market] ?? [];
  return (group === 'usstock' ? EQUITIES.us : OPEN[group]) ?? [];
};

const session = z.enum(['regular', 'extended']).optional();
const listSchema = z.looseObject({ q: z.string().optional(), limit: queryInt(1, 2000).default(100) });
const priceSchema = z.looseObject({ session });
const resolutions = ['1', '5', '15', '60', '240', 'D', 'W', 'M'];
const historySchema = z.looseObject({
  resolution: z.enum(resolutions).default('D'),
  from: queryInt(0, 1e12).optional(),
  to: queryInt(0, 1e12).optional(),
  session,
});

/** POST is accepted too: its JSON body and the query are one set of parameters. */
async function params<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const given: Record<string, unknown> = { ...c.req.query() };
  if (c.req.method === 'POST') {
    const body = await readJson(c);
    if (body === null || typeof body !== 'object' || Array.isArray(body))
      throw new ApiError(400, {
        error: 'Invalid request body',
        details: [{ field: '(body)', message: 'must be an object' }],
      });
    for (const [k, v] of Object.entries(body)) given[k] = typeof v === 'number' ? String(v) : v;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ApiError(400, {
    error: 'Invalid query parameters',
    details: result.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message })),
  });
}

interface Billed {
  template: string;
  price: Usd;
}
function known(c: Context, o: Billed): string {
  const symbol = param(c, 'symbol').toUpperCase();
  if (!symbolsOf(c.req.path).includes(symbol)) {
    if (on('unknown-symbol-charged') && config.host === 'account')
      charge(accountOf(c), { method: 'GET', template: o.template }, { amount: o.price, status: 404 });
    throw new ApiError(404, {
      error: 'Unknown symbol',
      symbol,
      message: 'Resolve symbols from the list of this class.',
    });
  }
  return symbol;
}
const level = (symbol: string): number => 50 + (Buffer.from(symbol).reduce((a, b) => a + b, 0) % 400);

const STEP: Record<string, number> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3600,
  '240': 14_400,
  D: 86_400,
  W: 604_800,
  M: 2_592_000,
};
function history(symbol: string, q: z.output<typeof historySchema>): unknown {
  const to = q.to ?? world.unix();
  const step = must(STEP[q.resolution]);
  const from = q.from ?? to - 30 * step;
  const n = Math.max(0, Math.min(5000, Math.floor((to - from) / step)));
  const p = level(symbol);
  return {
    symbol,
    resolution: q.resolution,
    from,
    to,
    bars: Array.from({ length: n }, (_v, i) => ({ t: from + i * step, o: p, h: p + 1, l: p - 1, c: p + 0.5 })),
  };
}

interface Asked {
  symbol: string;
}
function pair(root: string, paid: boolean): Op[] {
  const shared = {
    method: 'GET' as const,
    alsoPost: true,
    hosts: 'both' as const,
    upstream: true,
    open: !paid && config.host === 'base',
    quote: () => (paid ? { base: usd('0.002'), account: usd('0.002') - FEE } : { base: 0n, account: 0n }),
  };
  return [
    op<z.output<typeof priceSchema> & Asked>({
      ...shared,
      template: `${root}/price/{symbol}`,
      describe: 'Spot price',
      parse: async (c) => ({
        ...(await params(c, priceSchema)),
        symbol: known(c, { template: `${root}/price/{symbol}`, price: shared.quote().account }),
      }),
      run: (x) => ({
        body: {
          symbol: x.symbol,
          price: level(x.symbol),
          confidence: 0.02,
          publishTime: world.unix(),
          source: 'grove-oracle',
          session: x.session ?? 'regular',
        },
      }),
    }),
    op<z.output<typeof historySchema> & Asked>({
      ...shared,
      template: `${root}/history/{symbol}`,
      describe: 'OHLC bars',
      parse: async (c) => ({
        ...(await params(c, historySchema)),
        symbol: known(c, { template: `${root}/history/{symbol}`, price: shared.quote().account }),
      }),
      run: (x) => ({ body: history(x.symbol, x) }),
    }),
  ];
}

const roots: Array<[string, boolean]> = [
  ...Object.keys(OPEN).map((k) => [`/${k}`, false] as [string, boolean]),
  ['/usstock', true],
  ...Object.keys(EQUITIES).map((m) => [`/stocks/${m}`, true] as [string, boolean]),
];
export const marketOps: Op[] = roots.flatMap(([root, paid]) => pair(root, paid));

export function mountMarketLists(app: Hono): void {
  for (const [root] of roots) {
    app.on(['GET', 'POST'], `${prefix()}${root}/list`, async (c: Context) => {
      if (config.host === 'account') accountOf(c);
      const x = await params(c, listSchema);
      const fits = (s: string, q: string): boolean => (on('list-q-is-prefix') ? s.startsWith(q) : s.includes(q));
      const all = symbolsOf(c.req.path).filter((s) => x.q === undefined || fits(s.toLowerCase(), x.q.toLowerCase()));
      return c.json({
        symbols: all.slice(0, x.limit).map((symbol) => ({ symbol, description: `${symbol} spot` })),
        total: all.length,
      });
    });
  }
}
