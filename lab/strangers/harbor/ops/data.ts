/** DeFi data, RPC, swaps, funding, on-ramp and crypto data. */
import { Checker } from '../check.ts';
import { CRYPTO_ENDPOINTS, LOOKUP_NAMES, MARKET_LOOKUPS, requiredOf, verbOf } from '../data/crypto.ts';
import { networkOf } from '../data/networks.ts';
import { free, type Operation, paid } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, isDict, type Json, jsonBody, jsonValue, Refusal } from '../http.ts';

function defi(path: string, micro: (gateway: Gateway) => number, answer: (call: Call) => Dict): Operation {
  const usual = path.startsWith('prices') ? 2000 : 6000;
  return paid<null>({
    method: 'GET',
    template: `/api/v1/{defidata}/${path}`,
    summary: `DeFi data: ${path}`,
    range: [usual, usual],
    parse: () => null,
    quote: ({ gateway }) => ({ micro: micro(gateway) }),
    run: (call) => ({ charge: true, answer: { status: 200, body: answer(call) } }),
  });
}

const six = (gateway: Gateway) => gateway.rules.data.defiMicro;

const defiOperations = [
  defi('protocols', six, () => ({ protocols: [{ tvl: 12e9, slug: 'breakwater', name: 'Breakwater' }] })),
  defi('protocol/{slug}', six, ({ params }) => ({ tvl: 12e9, slug: params.slug, name: params.slug })),
  defi('chains', six, () => ({ chains: [{ tvl: 60e9, name: 'Ethereum' }] })),
  defi('yields', six, () => ({ pools: [{ apy: 4.2, pool: 'breakwater-usdc' }] })),
  defi(
    'prices/{coins}',
    (gateway) => gateway.rules.data.defiPricesMicro,
    ({ params, gateway }) => {
      const coins = (params.coins ?? '')
        .split(',')
        .map((coin) => [coin, { timestamp: gateway.seconds(), price: 1.01 }]);
      return { coins: Object.fromEntries(coins) as Dict };
    },
  ),
];

function readRpc(call: Call): { list: Dict[]; batch: boolean } {
  const value = jsonValue(call);
  const batch = Array.isArray(value);
  const list = batch ? value : [value];
  const good = (entry: Json): entry is Dict =>
    isDict(entry) && entry.jsonrpc === '2.0' && typeof entry.method === 'string' && entry.method !== '';
  if (list.length === 0 || !list.every(good)) {
    throw new Refusal(400, {
      error: 'Invalid request body',
      details: [{ field: 'jsonrpc', message: 'JSON-RPC 2.0 calls are wanted' }],
    });
  }
  return { list: list.filter(good), batch };
}

function rpcResult(entry: Dict): Dict {
  const numbers = ['eth_blockNumber', 'eth_chainId', 'eth_gasPrice', 'eth_getBalance'];
  return { result: numbers.includes(String(entry.method)) ? '0x1b4' : 'ok', id: entry.id ?? null, jsonrpc: '2.0' };
}

function rpc(template: string, micro: (gateway: Gateway) => number): Operation {
  return paid<{ list: Dict[]; batch: boolean }>({
    template,
    summary: 'JSON-RPC',
    range: [1500, 300_000],
    parse: (call) => {
      const network = call.params.network;
      if (network !== undefined && networkOf(network) === undefined)
        throw new Refusal(404, { error: 'Unknown network' });
      return readRpc(call);
    },
    quote: ({ gateway }, { list }) => ({
      micro: micro(gateway) * (gateway.rules.data.rpcPerElement ? list.length : 1),
    }),
    run: (_call, { list, batch }) => {
      const results = list.map(rpcResult);
      return { charge: true, answer: { status: 200, body: batch ? results : (results[0] ?? {}) } };
    },
  });
}

const swap = free(
  { methods: ['GET', 'POST'], template: '/api/v1/{swap}/{path*}', summary: 'Swap passthrough', upstream: true },
  ({ params, query }) => ({
    status: 200,
    body: { buyAmount: '990000', sellAmount: query.get('sellAmount') ?? '1000000', route: params.path },
  }),
);

const fund = paid<{ micro: number }>({
  template: '/api/v1/{venue_a}/fund',
  summary: 'Fund a venue account',
  range: [11_000, 10_000_011_000],
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const amount = check.get('amount');
    const good =
      (typeof amount === 'number' || typeof amount === 'string') && /^\d{1,6}(\.\d{1,6})?$/.test(String(amount));
    const micro = good ? Math.round(Number(amount) * 1e6) : 0;
    if (micro <= 0) check.bad('amount', 'amount wants dollars, with up to six places');
    check.string('address');
    check.done();
    return { micro };
  },
  quote: ({ gateway }, { micro }) => {
    const rule = gateway.rules.data;
    return { micro: rule.fundFeeMicro + micro };
  },
  run: ({ gateway }, { micro }) => ({
    charge: true,
    answer: { status: 200, body: { bridge_id: gateway.id('br-'), credited_micro: micro, status: 'bridging' } },
  }),
});

const onramp = paid<null>({
  template: '/api/v1/onramp/token',
  summary: 'One-time on-ramp link',
  range: [0, 0],
  parse: () => null,
  quote: () => ({ micro: 0 }),
  run: ({ gateway }, _input, { payer }) => ({
    charge: true,
    answer: {
      status: 200,
      body: {
        wallet: payer,
        url: `https://onramp.harbor.example/go/${gateway.id('t')}`,
        asset: 'USDC',
        network: 'base',
      },
    },
  }),
});

function checkCrypto(call: Call): string {
  const endpoint = call.params.endpoint ?? '';
  const rule = call.gateway.rules.data;
  if (!CRYPTO_ENDPOINTS.includes(endpoint)) {
    throw new Refusal(404, { available: [...CRYPTO_ENDPOINTS], error: 'Unknown endpoint' });
  }
  if (verbOf(endpoint) !== call.method)
    throw new Refusal(405, { error: 'Method not allowed' }, { allow: verbOf(endpoint) });
  if (call.method === 'POST') jsonBody(call);
  const missing = (message: string) =>
    new Refusal(400, { details: [{ field: message.split(' ')[0] ?? '', message }], error: 'Missing parameter' });
  const required = requiredOf(endpoint);
  if (rule.cryptoRequired && required !== undefined && !call.query.get(required))
    throw missing(`${required} is required`);
  const lookup = MARKET_LOOKUPS.includes(endpoint);
  if (lookup && !LOOKUP_NAMES.some((name) => call.query.get(name))) {
    throw missing(`condition_id or market_slug or event_slug is required`);
  }
  return endpoint;
}

const crypto = paid<string>({
  methods: ['GET', 'POST'],
  template: '/api/v1/{cryptodata}/{endpoint*}',
  summary: 'Crypto data',
  range: [8500, 8500],
  parse: checkCrypto,
  quote: ({ gateway }) => ({
    micro: gateway.rules.data.cryptoMicro,
    payTo: gateway.rules.data.cryptoToPartner ? gateway.host.partner : gateway.host.payTo,
  }),
  run: ({ gateway }, endpoint) => ({
    charge: true,
    answer: { status: 200, body: { meta: { endpoint, at: gateway.iso() }, data: [{ value: 1.25 }] } },
  }),
});

export const dataOperations: Operation[] = [
  ...defiOperations,
  rpc('/api/v1/rpc/{network}', (gateway) => gateway.rules.data.rpcMicro),
  rpc('/api/v1/solana/rpc', (gateway) => gateway.rules.data.solanaRpcMicro),
  swap,
  fund,
  onramp,
  crypto,
];
