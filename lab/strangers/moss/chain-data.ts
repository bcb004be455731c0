import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, invalid, isObject, type Problem, type Reply } from './http.ts';
import { metered } from './metered.ts';
import { type Usd, usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { queryForm } from './query.ts';
import { segments } from './segments.ts';

/** Prices of DeFi data, JSON-RPC and crypto data. */
export const chainPrices = {
  defi: usd('0.005'),
  coins: usd('0.001'),
  rpc: usd('0.002'),
  solanaRpc: usd('0.0005'),
  crypto: usd('0.0085'),
};

const NETWORKS = [
  'ethereum',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bsc',
  'avalanche',
  'gnosis',
  'fantom',
  'celo',
  'linea',
  'scroll',
  'zksync',
  'blast',
  'mantle',
  'mode',
  'moonbeam',
  'moonriver',
  'cronos',
  'aurora',
  'metis',
  'boba',
  'kava',
  'fuse',
  'harmony',
  'klaytn',
  'opbnb',
  'zora',
  'taiko',
  'sonic',
  'berachain',
  'unichain',
  'worldchain',
  'ink',
  'abstract',
  'sei',
  'ronin',
  'arc',
  'solana',
  'bitcoin',
];
const ALIASES = new Map([
  ['eth', 'ethereum'],
  ['mainnet', 'ethereum'],
  ['arb', 'arbitrum'],
  ['op', 'optimism'],
  ['matic', 'polygon'],
  ['bnb', 'bsc'],
  ['avax', 'avalanche'],
  ['sol', 'solana'],
  ['btc', 'bitcoin'],
]);

const CATEGORIES = [
  'prediction',
  'social',
  'search',
  'market',
  'onchain',
  'exchange',
  'wallet',
  'token',
  'project',
  'fund',
  'news',
  'web',
];
const REQUIRED = new Map([
  ['exchange', 'pair'],
  ['market', 'symbol'],
  ['wallet', 'address'],
  ['onchain', 'chain'],
]);
const ONE_OF = ['condition_id', 'market_slug', 'event_slug'];
const BY_BODY = ['onchain/sql', 'onchain/query'];

const defi = `/v1/${segments.defidata}`;
const swap = `/v1/${segments.swap}/{path*}`;
const crypto = `/v1/${segments.cryptodata}/{path*}`;
const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** DeFi data, JSON-RPC, swaps and crypto data. */
export const chainOperations: Operation[] = [
  ...['protocols', 'protocol/{slug}', 'chains', 'yields'].map((path) => defiData(path, 'defi', chainPrices.defi)),
  defiData('prices/{coins}', 'defi-prices', chainPrices.coins),
  {
    methods: ['POST'],
    path: '/v1/rpc/{network}',
    summary: 'JSON-RPC',
    upstream: 'rpc',
    handle: (call) => rpc(call, networkOf(call), chainPrices.rpc, 'rpc'),
  },
  {
    methods: ['POST'],
    path: '/v1/solana/rpc',
    summary: 'JSON-RPC of Solana',
    upstream: 'solana-rpc',
    handle: (call) => rpc(call, 'solana', chainPrices.solanaRpc, 'solana-rpc'),
  },
  {
    methods: ['GET', 'POST'],
    path: swap,
    summary: 'Swap prices, quotes and gasless operations',
    upstream: 'swap',
    handle: swapPassthrough,
  },
  { methods: ANY, path: crypto, summary: 'Crypto data', upstream: 'cryptodata', handle: (call) => cryptoData(call) },
];

function defiData(path: string, upstream: string, quote: Usd): Operation {
  return {
    methods: ['GET'],
    path: `${defi}/${path}`,
    summary: `DeFi data: ${path}`,
    upstream,
    handle: (call) =>
      metered(call, { quote, upstream }, ({ outcome }) => ({
        body: outcome === 'empty' ? {} : { ...Object.fromEntries(call.params), value: 1, at: nowSeconds() },
      })),
  };
}

function networkOf(call: Call): string {
  const name = call.param('network').toLowerCase();
  const network = ALIASES.get(name) ?? name;
  if (!NETWORKS.includes(network)) throw new HttpError(404, 'Unknown network', { networks: NETWORKS });
  return network;
}

function rpc(call: Call, network: string, price: Usd, upstream: string): Promise<Reply> {
  const body = call.json();
  const requests: unknown[] = Array.isArray(body) ? body : [body];
  const problems: Problem[] = requests.length === 0 ? [{ pointer: '', problem: 'a batch must not be empty' }] : [];
  for (const [index, request] of requests.entries()) {
    const form = new Form(request, Array.isArray(body) ? `/${index}` : '', problems);
    form.must('jsonrpc', { oneOf: ['2.0'] });
    form.must('method');
  }
  if (problems.length > 0) throw invalid(problems);
  const counted = on('rpc-notification-free') ? requests.filter((item) => isObject(item) && 'id' in item) : requests;
  return metered(call, { quote: price * BigInt(counted.length), upstream }, () => {
    const answers = requests.map((request) => ({
      jsonrpc: '2.0',
      id: (isObject(request) ? request.id : null) ?? null,
      result: resultOf(request, network),
    }));
    return { body: Array.isArray(body) ? answers : answers[0] };
  });
}

function resultOf(request: unknown, network: string): unknown {
  const method = isObject(request) ? request.method : undefined;
  if (method === 'eth_chainId') return network === 'base' ? '0x2105' : '0x1';
  if (method === 'eth_blockNumber') return `0x${nowSeconds().toString(16)}`;
  if (method === 'getSlot' || method === 'getBlockHeight') return nowSeconds();
  return null;
}

function swapPassthrough(call: Call): Promise<Reply> {
  if (call.method === 'POST' && call.raw.length > 0) call.json();
  return metered(call, { quote: 0n, upstream: 'swap' }, () => ({
    body: { path: call.param('path'), parameters: Object.fromEntries(call.query), liquidityAvailable: true },
  }));
}

function cryptoData(call: Call): Promise<Reply> {
  const path = call.param('path');
  const [category = '', ...rest] = path.split('/');
  if (!CATEGORIES.includes(category) || rest.length === 0)
    throw new HttpError(404, 'Unknown path', { categories: CATEGORIES });
  const method = BY_BODY.includes(path) ? 'POST' : 'GET';
  if (call.method !== method) throw new HttpError(405, 'Method not allowed', { allowed: method }, { allow: method });
  if (method === 'POST') new Form(call.json()).done();
  else checkParameters(call, path, category, rest[0] ?? '');
  return metered(call, { quote: chainPrices.crypto, upstream: 'cryptodata' }, ({ outcome }) => ({
    body: { data: outcome === 'empty' ? [] : [{ endpoint: path, at: nowSeconds() }] },
  }));
}

function checkParameters(call: Call, path: string, category: string, name: string): void {
  const form = queryForm(call);
  const sent = (parameter: string) => ![undefined, ''].includes(form.text(parameter));
  const exempt = path === 'onchain/schema' || (on('crypto-wallet-unchecked') && category === 'wallet');
  const required = exempt ? undefined : REQUIRED.get(category);
  if (required !== undefined && !sent(required)) form.add(required, `${required} is required`);
  if (category === 'prediction' && name === 'market' && !ONE_OF.some(sent)) {
    form.add('condition_id', `one of ${ONE_OF.join(', ')} is required`);
  }
  form.done();
}
