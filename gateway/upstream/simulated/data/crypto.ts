import type { DataRequest } from '../../data-port.ts';
import { pageOf, records } from './page.ts';
import { address, ago, count, gain, hex, oneOf, rank, type Shape, share, usd } from './shape.ts';

const text = oneOf(
  'Volumes rise on calm markets',
  'A protocol votes on its fees',
  'Bridges see more traffic',
  'Builders ship a new release',
);

/** Responses of the endpoints of a category. */
const categories: Readonly<Record<string, Shape>> = {
  exchange: {
    venue: oneOf('alpha', 'beta', 'gamma'),
    bid: usd(1, 90_000),
    ask: usd(1, 90_000),
    volume_24h: usd(10_000, 900_000_000),
  },
  fund: {
    name: oneOf('North Fund', 'Harbour Capital', 'Plain Ventures'),
    rounds: count(1, 80),
    usd: usd(100_000, 90_000_000),
  },
  market: { price: usd(0.01, 90_000), change_24h: gain(12), market_cap: usd(100_000, 900_000_000_000), at: ago(60) },
  news: { title: text, source: oneOf('wire.example', 'daily.example'), published_at: ago(86_400) },
  onchain: {
    block: count(18_000_000, 24_000_000),
    transaction: hex(32),
    from: address,
    to: address,
    value_usd: usd(1, 900_000),
  },
  prediction: { condition_id: hex(32), question: text, yes_price: share, volume: usd(100, 900_000) },
  project: {
    name: oneOf('Plain Chain', 'Open Ledger', 'Harbour'),
    stage: oneOf('seed', 'live', 'mature'),
    raised_usd: usd(100_000, 90_000_000),
  },
  search: { rank, title: text, kind: oneOf('token', 'project', 'wallet', 'article'), score: share },
  social: { author: oneOf('early_otter', 'plain_finch'), text, likes: count(0, 9000), posted_at: ago(86_400) },
  token: { rank, holder: address, share, usd: usd(100, 900_000_000) },
  wallet: { token: oneOf('ETH', 'USDC', 'WBTC', 'SOL'), amount: usd(0.01, 9000), usd: usd(1, 900_000) },
  web: { url: oneOf('https://one.example/a', 'https://two.example/b'), title: text, text },
};

const tables = ['blocks', 'transactions', 'transfers', 'logs', 'prices'] as const;

/** Data of the crypto partner: the same request has the same response. */
export function crypto({ resource, parameters }: DataRequest, now: number, seed: number): unknown {
  const [category = '', ...rest] = resource.split('/');
  if (resource === 'onchain/schema') {
    return { data: tables.map((table) => ({ table, columns: ['chain', 'block', 'time', 'value'] })) };
  }
  const shape = categories[category] ?? {};
  const { limit, pagination_key, ...filters } = parameters;
  const page = pageOf(records(shape, [seed, 'crypto', category, rest, filters], 40, now), { limit, pagination_key });
  return { ...page, meta: { endpoint: resource, at: Math.floor(now / 1000) } };
}
