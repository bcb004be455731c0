/** DeFi data, JSON-RPC to many chains, the swap passthrough and the funding bridge. */
import { isWallet } from './addresses.ts';
import { customs } from './customs.ts';
import { Form, isObj } from './form.ts';
import { law } from './law.ts';
import { recentBlockhash } from './rail-solana.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, dollars, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { pick, seconds, token } from './world.ts';

const chains = (
  'ethereum base arbitrum optimism polygon bsc avalanche solana gnosis fantom celo linea scroll zksync blast mantle mode metis ' +
  'moonbeam moonriver cronos aurora boba harmony kava klaytn zora unichain sonic berachain ink worldchain abstract sei aptos ' +
  'sui near tron bitcoin starknet'
).split(' ');
const aliases: Record<string, string> = {
  eth: 'ethereum',
  mainnet: 'ethereum',
  arb: 'arbitrum',
  op: 'optimism',
  matic: 'polygon',
  bnb: 'bsc',
  avax: 'avalanche',
  sol: 'solana',
  btc: 'bitcoin',
};

interface Batch {
  chain: string;
  calls: Obj[];
  single: boolean;
}

function readBatch(ask: Ask): Batch {
  const named = (ask.params.network ?? 'solana').toLowerCase();
  const chain = aliases[named] ?? named;
  if (!chains.includes(chain))
    throw new Refusal(404, { error: 'Unknown network', message: `Known are ${chains.join(', ')}.` });
  const calls = Array.isArray(ask.body) ? ask.body : [ask.body];
  const form = new Form({});
  if (calls.length === 0) form.bad('body', 'a batch holds at least one call');
  for (const [at, call] of calls.entries()) {
    if (!isObj(call)) form.bad(`[${at}]`, 'a call is an object');
    else if (call.jsonrpc !== '2.0') form.bad('jsonrpc', 'jsonrpc has to be 2.0');
    else if (typeof call.method !== 'string') form.bad('method', 'method has to be a string');
  }
  form.done();
  return { chain, calls: calls as Obj[], single: !Array.isArray(ask.body) };
}

function result(chain: string, method: unknown): unknown {
  if (method === 'getLatestBlockhash') {
    return {
      context: { slot: seconds() * 2 },
      value: { blockhash: recentBlockhash(), lastValidBlockHeight: seconds() * 2 },
    };
  }
  if (method === 'eth_chainId') return '0x1';
  if (method === 'eth_blockNumber') return `0x${seconds().toString(16)}`;
  return `0x${pick(`${chain} ${method}`, 1_000_000).toString(16)}`;
}

async function upstream(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

async function answerBatch(batch: Batch, deal: Deal): Promise<Reply> {
  await upstream(deal);
  const answers = batch.calls.map((call, at) => ({
    result: result(batch.chain, call.method),
    id: customs.chain.idOf(call.id, at),
    jsonrpc: '2.0',
  }));
  return ok(batch.single ? answers[0] : answers);
}

const perCall = (each: number, batch: Batch) => each * (law.chain.perElement ? batch.calls.length : 1);

function defi(path: string): Row {
  return row<string>({
    on: `GET /api/v1/{defidata}/${path}`,
    upstream: path.startsWith('prices') ? 'defi prices' : 'defi data',
    read: (ask) => Object.values(ask.params).join(','),
    price: () => (path.startsWith('prices') ? law.chain.coins : law.chain.defi),
    effect: async (subject, deal) => {
      await upstream(deal);
      if (path.startsWith('prices')) {
        const coins = Object.fromEntries(
          subject.split(',').map((coin) => [coin, { price: pick(coin, 9000) / 10, timestamp: seconds() }]),
        );
        return ok({ data: { coins } });
      }
      if (subject !== '')
        return ok({ data: { slug: subject, name: subject.toUpperCase(), tvl: pick(subject, 9_000_000) } });
      const data = ['quarryswap', 'lodelend', 'seamstake'].map((slug) => ({
        slug,
        tvl: pick(`${path} ${slug}`, 9_000_000),
      }));
      return ok({ data });
    },
  });
}

interface Deposit {
  address: string;
  micro: number;
}

function readDeposit(ask: Ask): Deposit {
  const form = new Form(ask.body);
  const amount = form.source.amount ?? form.source.amount_usd;
  const usd = typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : amount;
  if (typeof usd !== 'number' || !(usd > 0)) form.bad('amount', 'amount has to be dollars above 0');
  const address = form.text('address');
  if (address !== undefined && !isWallet(address)) form.bad('address', 'address is no wallet');
  form.done();
  return { address: address ?? '', micro: Math.round(Number(usd) * 1_000_000) };
}

function swap(method: string): Row {
  return row<string>({
    on: `${method} /api/v1/{swap}/{path...}`,
    form: 'any',
    upstream: 'swap',
    read: (ask) => {
      const path = ask.params.path ?? '';
      if (/^(price|quote|gasless(\/[\w-]+)*)$/.test(path)) return path;
      throw new Refusal(404, {
        error: 'Not found',
        message: 'Price, quote and gasless operations are passed through.',
      });
    },
    effect: async (path, deal) => {
      await upstream(deal);
      return ok({ operation: path, buyAmount: String(pick(path, 1_000_000)), liquidityAvailable: true });
    },
  });
}

export const chainRows: Row[] = [
  ...['protocols', 'protocol/{slug}', 'chains', 'yields', 'prices/{coins}'].map(defi),
  row<Batch>({
    on: 'POST /api/v1/rpc/{network}',
    upstream: true,
    read: readBatch,
    price: (batch) => perCall(law.chain.rpc, batch),
    effect: answerBatch,
  }),
  row<Batch>({
    on: 'POST /api/v1/solana/rpc',
    upstream: true,
    read: readBatch,
    price: (batch) => perCall(law.chain.solanaRpc, batch),
    effect: answerBatch,
  }),
  ...['GET', 'POST'].map(swap),
  row<Deposit>({
    on: 'POST /api/v1/{venue_a}/fund',
    hosts: ['solana'],
    upstream: true,
    read: readDeposit,
    price: (deposit) => deposit.micro + law.chain.fund,
    effect: async (deposit, deal) => {
      await upstream(deal);
      return ok({ deposited: dollars(deposit.micro), address: deposit.address || null, transfer_id: token() });
    },
  }),
];
