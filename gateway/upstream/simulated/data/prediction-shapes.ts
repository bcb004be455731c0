import {
  address,
  ago,
  ahead,
  count,
  gain,
  hex,
  isoTime,
  key,
  listOf,
  oneOf,
  rank,
  type Shape,
  share,
  usd,
} from './shape.ts';

const outcome = oneOf('Yes', 'No');
const day = (_: unknown, { index, now }: { readonly index: number; readonly now: number }) =>
  isoTime(now - index * 86_400_000).slice(0, 10);
const level: Shape = { price: share, size: usd(10, 20_000) };
const identity: Shape = {
  wallet: key,
  name: oneOf('quiet-heron', 'early-otter', 'plain-finch', 'slow-comet'),
  verified: (random) => random.next() < 0.3,
  first_seen: ago(60_000_000),
};
const profile: Shape = { ...identity, volume: usd(100, 2_000_000), pnl: gain(90_000), markets: count(1, 400) };
const oracle: Shape = {
  state: oneOf('proposed', 'disputed', 'resolved'),
  proposed_outcome: outcome,
  bond: usd(500, 5000),
  settles_at: ahead(7200),
};

/** Items in the lists of a venue, by kind of list. */
export const listed: Readonly<Record<string, Shape>> = {
  activity: {
    type: oneOf('TRADE', 'SPLIT', 'MERGE', 'REDEEM'),
    wallet: address,
    condition_id: hex(32),
    usd: usd(1, 20_000),
    timestamp: ago(7200),
  },
  cluster: { wallet: address, relation: oneOf('same funder', 'same timing', 'transfers'), confidence: share },
  cohorts: { cohort: oneOf('whales', 'regulars', 'newcomers'), wallets: count(50, 9000), pnl: gain(900_000) },
  'crypto-updown': {
    asset: oneOf('BTC', 'ETH', 'SOL', 'XRP'),
    condition_id: hex(32),
    window: oneOf('5m', '15m', '1h'),
    up_price: share,
    closes_at: ahead(3600),
  },
  events: {
    id: count(10_000, 99_999),
    title: oneOf('Elections of the year', 'Rates in autumn', 'Cup finals', 'Launches of the season'),
    markets: count(2, 24),
    volume: usd(5000, 9_000_000),
    end_date: ahead(9_000_000),
  },
  holders: { rank, wallet: address, outcome, size: usd(1000, 400_000) },
  leaderboard: { rank, wallet: address, volume: usd(10_000, 9_000_000), pnl: gain(400_000), win_rate: share },
  oracles: { condition_id: hex(32), ...oracle },
  orderbooks: { market: hex(32), bids: listOf(level, 5), asks: listOf(level, 5), timestamp: ago(60) },
  positions: {
    condition_id: hex(32),
    wallet: address,
    outcome,
    size: usd(5, 50_000),
    average_price: share,
    current_price: share,
    pnl: gain(5000),
  },
  similar: { wallet: address, similarity: share, shared_markets: count(2, 60) },
  'smart-activity': { condition_id: hex(32), net_usd: gain(200_000), wallets: count(2, 40), since: ago(86_400) },
  ticks: { price: usd(10, 90_000), size: usd(0.01, 40), time: ago(30) },
  trades: {
    id: hex(32),
    condition_id: hex(32),
    side: oneOf('BUY', 'SELL'),
    price: share,
    size: usd(1, 5000),
    timestamp: ago(3600),
  },
  wallets: { ...profile, wallet: address },
};

/** Days of a chart, by what it shows. */
export const charted: Readonly<Record<string, Shape>> = {
  pnl: { date: day, pnl: gain(20_000), volume: usd(500, 900_000) },
  'volume-chart': { date: day, volume: usd(500, 900_000) },
};

/** Fields of a single thing under its own id. */
export const single: Readonly<Record<string, Shape>> = {
  identity,
  'open-interest': { condition_id: key, open_interest: usd(1000, 4_000_000) },
  oracle: { condition_id: key, ...oracle },
  profile,
  'smart-money': { condition_id: key, yes_usd: usd(100, 400_000), no_usd: usd(100, 400_000), wallets: count(1, 60) },
  volume: { token_id: key, volume_24h: usd(100, 400_000), volume: usd(1000, 9_000_000) },
};
