import type { Context } from 'hono';
import { z } from 'zod';
import { check, readJson } from '../body.ts';
import { PARTNER } from '../config.ts';
import { ApiError, badField, badQuery } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, usd } from '../money.ts';
import type { Op } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { own } from '../tables.ts';
import { world } from '../world.ts';

/** DeFi data, JSON-RPC, the swap passthrough and crypto analytics. */
const both = { hosts: 'both' as const, upstream: true };
const flat = (price: string) => () => ({ base: usd(price), account: usd(price) - FEE });

function defi(path: string, price: string, answer: (c: Context) => unknown): Op {
  return op<null>({
    ...both,
    method: 'GET',
    template: `/{defidata}/${path}`,
    describe: `DeFi data: ${path}`,
    parse: () => null,
    quote: flat(price),
    run: (_x, call) => ({ body: call.script.outcome === 'empty' ? [] : answer(call.c) }),
  });
}
export const defiOps: Op[] = [
  defi('protocols', '0.006', () => [{ slug: 'grove-lend', name: 'Grove Lend', tvl: 1_250_000 }]),
  defi('protocol/{slug}', '0.006', (c) => ({
    slug: c.req.param('slug'),
    name: c.req.param('slug'),
    tvl: 1_250_000,
    chains: ['Base'],
  })),
  defi('chains', '0.006', () => [{ name: 'Base', tvl: 4_000_000_000 }]),
  defi('yields', '0.006', () => [{ pool: 'usdc-base', apy: 4.1 }]),
  defi('prices/{coins}', '0.002', (c) => ({
    coins: Object.fromEntries(
      param(c, 'coins')
        .split(',')
        .map((id) => [id, { price: 1.25, timestamp: world.unix() }]),
    ),
  })),
];

const NETWORKS =
  'ethereum base arbitrum optimism polygon bsc avalanche gnosis linea scroll zksync blast mantle celo fantom sonic berachain unichain worldchain ink soneium abstract ape-chain mode zora moonbeam moonriver cronos aurora metis boba kava harmony sei flow hyperliquid monad bitcoin near solana'.split(
    ' ',
  );
const ALIASES: Record<string, string> = {
  eth: 'ethereum',
  mainnet: 'ethereum',
  arb: 'arbitrum',
  op: 'optimism',
  matic: 'polygon',
  bnb: 'bsc',
  avax: 'avalanche',
  btc: 'bitcoin',
  sol: 'solana',
  ftm: 'fantom',
  xdai: 'gnosis',
  hyperevm: 'hyperliquid',
};
export function rpcNetworks(): string[] {
  return NETWORKS;
}

const rpcCall = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().min(1),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  params: z.union([z.array(z.unknown()), z.looseObject({})]).optional(),
});
type RpcCall = z.output<typeof rpcCall>;
interface Rpc {
  calls: RpcCall[];
  batch: boolean;
  network: string;
}

function rpcAnswer(x: RpcCall, network: string): object {
  const id = x.id ?? null;
  const results: Record<string, unknown> = {
    eth_chainId: network === 'base' ? '0x2105' : '0x1',
    eth_blockNumber: '0x1500000',
    net_version: '8453',
    eth_gasPrice: '0x3b9aca00',
    getSlot: 390_000_000,
    getHealth: 'ok',
    getBlockHeight: 380_000_000,
  };
  if (Object.hasOwn(results, x.method)) return { jsonrpc: '2.0', id, result: results[x.method] };
  return x.method.startsWith('eth_') || x.method.startsWith('get')
    ? { jsonrpc: '2.0', id, result: '0x0' }
    : { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } };
}

function rpc(template: string, price: string, network: (c: Context) => string): Op<Rpc> {
  return op<Rpc>({
    ...both,
    method: 'POST',
    template,
    describe: 'JSON-RPC 2.0, batches priced per element',
    parse: async (c) => {
      const name = network(c);
      const raw = await readJson(c);
      const batch = Array.isArray(raw);
      const calls = batch ? check(z.array(rpcCall).min(1), raw) : [check(rpcCall, raw)];
      return { calls, batch, network: name };
    },
    quote: (x) => {
      const billed = on('rpc-notifications-unbilled') ? x.calls.filter((one) => one.id !== undefined) : x.calls;
      const n = BigInt(billed.length);
      return { base: usd(price) * n, account: (usd(price) - FEE) * n };
    },
    run: (x) => {
      const answers = x.calls.map((one) => rpcAnswer(one, x.network));
      return { body: x.batch ? answers : answers[0] };
    },
  });
}
export const rpcOps: Op[] = [
  rpc('/rpc/{network}', '0.003', (c) => {
    const asked = param(c, 'network').toLowerCase();
    const name = own(ALIASES, asked) ?? asked;
    if (!NETWORKS.includes(name))
      throw new ApiError(404, { error: 'Unknown network', network: asked, available: NETWORKS });
    return name;
  }),
  rpc('/solana/rpc', '0.0015', () => 'solana'),
];

/** Free passthrough. */
const swapPaths = /^(price|quote|gasless\/(price|quote|submit|chains|approval-tokens|status\/[^/]+))$/;
export const swapOp: Op = op<{ path: string }>({
  ...both,
  method: 'GET',
  alsoPost: true,
  template: '/{swap}/{path}',
  open: true,
  describe: 'Swap price, quote and gasless operations',
  parse: (c) => {
    const path = c.req.path
      .split('/')
      .slice(c.req.path.startsWith('/api/') ? 4 : 3)
      .join('/');
    if (!swapPaths.test(path)) throw new ApiError(404, { error: 'Not found' });
    return { path };
  },
  quote: () => ({ base: 0n, account: 0n }),
  run: ({ path }, call) => ({
    body: { path, query: call.c.req.query(), buyAmount: '998000', sellAmount: '1000000', liquidityAvailable: true },
  }),
});

/** 83 endpoints in 12 categories. */
const CATALOG: Record<string, string> = {
  prediction:
    'markets market market-price market-trades market-holders market-orderbook market-history events event categories tags search-markets positions trades leaderboard activity wallet-positions',
  social:
    'user user-posts user-followers user-following tweets tweet-replies mindshare trending rankings sentiment smart-followers',
  search: 'web news tweets people projects tokens funds wallets events airdrop all',
  market: 'price ohlc volume market-cap supply ath tickers liquidations funding-rate open-interest overview',
  onchain: 'sql query schema transactions transfers gas blocks',
  exchange: 'orderbook trades ticker candles depth funding markets',
  wallet: 'balance tokens transactions pnl nfts labels',
  token: 'info holders unlocks risk',
  project: 'detail team events',
  fund: 'detail portfolio raises',
  news: 'feed detail',
  web: 'fetch',
};
const cryptoEndpoints: string[] = Object.entries(CATALOG).flatMap(([cat, names]) =>
  names.split(' ').map((n) => `${cat}/${n}`),
);
const POSTS = new Set(['onchain/sql', 'onchain/query']);
const MARKET_LOOKUPS = new Set([
  'prediction/market',
  'prediction/market-price',
  'prediction/market-trades',
  'prediction/market-holders',
  'prediction/market-orderbook',
  'prediction/market-history',
]);
const NEEDS: Record<string, string> = { exchange: 'pair', market: 'symbol', wallet: 'address', onchain: 'chain' };

async function cryptoParams(c: Context, path: string): Promise<{ path: string }> {
  if (!cryptoEndpoints.includes(path))
    throw new ApiError(404, { error: 'Not found', message: 'Unknown endpoint of the crypto data service.' });
  const wanted = POSTS.has(path) ? 'POST' : 'GET';
  if (c.req.method !== wanted)
    throw new ApiError(405, { error: 'Method not allowed', message: `Use ${wanted}.` }, { Allow: wanted });
  const q: Record<string, unknown> = { ...c.req.query() };
  if (wanted === 'POST') {
    const body = check(z.looseObject({}), await readJson(c));
    for (const [k, v] of Object.entries(body)) q[k] = v;
  }
  const has = (k: string): boolean => Object.hasOwn(q, k) && q[k] !== '' && q[k] !== null;
  const fail = wanted === 'POST' ? badField : badQuery;
  const need = NEEDS[path.split('/')[0] ?? ''];
  if (need !== undefined && !has(need) && !(on('exchange-without-pair') && need === 'pair'))
    throw fail(need, 'required');
  if (MARKET_LOOKUPS.has(path) && !['condition_id', 'market_slug', 'event_slug'].some(has))
    throw fail('condition_id', 'one of condition_id, market_slug, event_slug is required');
  return { path };
}
export const cryptoOp: Op = op<{ path: string }>({
  ...both,
  method: 'GET',
  alsoPost: true,
  template: '/{cryptodata}/{endpoint-path}',
  describe: 'Crypto analytics',
  payTo: PARTNER,
  parse: (c) =>
    cryptoParams(
      c,
      c.req.path
        .split('/')
        .slice(c.req.path.startsWith('/api/') ? 4 : 3)
        .join('/'),
    ),
  quote: () => ({ base: usd('0.0085'), account: usd('0.0085') }),
  run: ({ path }, call) => ({
    body: { endpoint: path, data: call.script.outcome === 'empty' ? [] : [{ id: 1, at: world.iso() }] },
  }),
});
