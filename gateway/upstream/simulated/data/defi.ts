import type { DataRequest } from '../../data-port.ts';
import { randomFrom } from '../../seeded-random.ts';
import { records } from './page.ts';
import { ago, count, gain, hexDigits, key, oneOf, record, type Shape, usd } from './shape.ts';
import { asPrice, wave } from './wave.ts';

const names = [
  'Lido',
  'Aave',
  'Uniswap',
  'Curve',
  'Maker',
  'Pendle',
  'Morpho',
  'Spark',
  'Ethena',
  'EigenLayer',
  'Compound',
  'Balancer',
] as const;
const chains = ['Ethereum', 'Base', 'Arbitrum', 'Solana', 'Polygon', 'Optimism', 'BSC', 'Avalanche'] as const;

const protocol: Shape = {
  category: oneOf('Lending', 'Dexs', 'Liquid Staking', 'Yield', 'Derivatives'),
  tvl: usd(1_000_000, 40_000_000_000),
  change_1d: gain(5),
  change_7d: gain(15),
  listed_at: ago(120_000_000),
};

const pool: Shape = {
  pool: (random) => hexDigits(random.next(), 16),
  project: oneOf(...names),
  chain: oneOf(...chains),
  symbol: oneOf('USDC', 'ETH', 'WBTC-ETH', 'USDC-ETH', 'STETH'),
  apy: usd(0.1, 40),
  tvl_usd: usd(50_000, 900_000_000),
};

/** Figures of decentralised finance. */
export function defi({ resource, parameters }: DataRequest, now: number, seed: number): unknown {
  const own = [seed, 'defi'];
  const known = (name: string, index = 0) => ({
    name,
    slug: slugOf(name),
    ...record(protocol, own, { key: slugOf(name), index, now }),
  });
  switch (resource) {
    case 'protocols':
      return { data: names.map(known) };
    case 'protocol': {
      const slug = String(parameters.slug);
      const name = names.find((each) => slugOf(each) === slugOf(slug)) ?? slug;
      return {
        data: {
          ...known(name),
          chains: chains.slice(0, 3),
          tvl_by_day: records({ day: key, tvl: usd(1_000_000, 40_000_000_000) }, [own, slug], 30, now),
        },
      };
    }
    case 'chains':
      return {
        data: chains.map((name, index) => ({
          name,
          ...record({ tvl: usd(10_000_000, 90_000_000_000), protocols: count(20, 1400) }, own, {
            key: name,
            index,
            now,
          }),
        })),
      };
    case 'yields':
      return { data: records(pool, [own, 'yields'], 80, now) };
    default:
      return {
        coins: Object.fromEntries(
          String(parameters.coins)
            .split(',')
            .map((coin) => [coin.trim(), priceOf(coin.trim(), now)]),
        ),
      };
  }
}

function priceOf(coin: string, now: number): unknown {
  const base = 10 ** (randomFrom(['coin', coin]).next() * 5 - 1);
  const price = asPrice(base * Math.exp(0.3 * wave(['coin', coin])(now / 1000)));
  return {
    symbol: coin.split(':').at(-1)?.slice(0, 8).toUpperCase(),
    price,
    timestamp: Math.floor(now / 1000),
    confidence: 0.99,
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
