import { readData } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** The venue and resource that each operation reads. */
const readings = {
  'filter-venue-a-wallets': { venue: 'a', resource: 'wallets' },
  'get-binance-candles': { venue: 'binance', resource: 'pair-candles' },
  'get-binance-ticks': { venue: 'binance', resource: 'ticks' },
  'get-venue-a-candlesticks': { venue: 'a', resource: 'outcome-candles' },
  'get-venue-a-cohort-stats': { venue: 'a', resource: 'cohorts' },
  'get-venue-a-leaderboard': { venue: 'a', resource: 'leaderboard' },
  'get-venue-a-market-leaderboard': { venue: 'a', resource: 'leaderboard' },
  'get-venue-a-market-price': { venue: 'a', resource: 'price' },
  'get-venue-a-market-volume': { venue: 'a', resource: 'volume' },
  'get-venue-a-open-interest': { venue: 'a', resource: 'open-interest' },
  'get-venue-a-oracle-market': { venue: 'a', resource: 'oracle' },
  'get-venue-a-smart-money': { venue: 'a', resource: 'smart-money' },
  'get-venue-a-token-candlesticks': { venue: 'a', resource: 'outcome-candles' },
  'get-venue-a-volume-chart': { venue: 'a', resource: 'volume-chart' },
  'get-venue-a-wallet': { venue: 'a', resource: 'profile' },
  'get-venue-a-wallet-cluster': { venue: 'a', resource: 'cluster' },
  'get-venue-a-wallet-identity': { venue: 'a', resource: 'identity' },
  'get-venue-a-wallet-pnl': { venue: 'a', resource: 'pnl' },
  'get-venue-a-wallet-volume-chart': { venue: 'a', resource: 'volume-chart' },
  'list-venue-a-activity': { venue: 'a', resource: 'activity' },
  'list-venue-a-crypto-updown': { venue: 'a', resource: 'crypto-updown' },
  'list-venue-a-event-keyset': { venue: 'a', resource: 'events' },
  'list-venue-a-events': { venue: 'a', resource: 'events' },
  'list-venue-a-market-keyset': { venue: 'a', resource: 'markets' },
  'list-venue-a-markets': { venue: 'a', resource: 'markets' },
  'list-venue-a-oracle-markets': { venue: 'a', resource: 'oracles' },
  'list-venue-a-orderbooks': { venue: 'a', resource: 'orderbooks' },
  'list-venue-a-positions': { venue: 'a', resource: 'positions' },
  'list-venue-a-similar-wallets': { venue: 'a', resource: 'similar' },
  'list-venue-a-smart-activity': { venue: 'a', resource: 'smart-activity' },
  'list-venue-a-top-holders': { venue: 'a', resource: 'holders' },
  'list-venue-a-trades': { venue: 'a', resource: 'trades' },
  'list-venue-a-wallet-identities': { venue: 'a', resource: 'identity' },
  'list-venue-a-wallet-markets': { venue: 'a', resource: 'markets' },
  'list-venue-a-wallet-positions': { venue: 'a', resource: 'positions' },
  'list-venue-a-wallet-profiles': { venue: 'a', resource: 'profile' },
  'list-venue-b-markets': { venue: 'b', resource: 'markets' },
  'list-venue-b-orderbooks': { venue: 'b', resource: 'orderbooks' },
  'list-venue-b-trades': { venue: 'b', resource: 'trades' },
  'list-venue-c-markets': { venue: 'c', resource: 'markets' },
  'list-venue-c-orderbooks': { venue: 'c', resource: 'orderbooks' },
  'list-venue-d-markets': { venue: 'd', resource: 'markets' },
  'list-venue-d-orderbooks': { venue: 'd', resource: 'orderbooks' },
  'list-venue-e-markets': { venue: 'e', resource: 'markets' },
  'list-venue-e-orderbooks': { venue: 'e', resource: 'orderbooks' },
  'search-prediction-markets': { venue: 'all', resource: 'markets' },
} as const;

/** Handlers of the prediction markets: each responds with the data of its venue. */
export function predictionHandlers(context: HandlerContext) {
  return mapValues(readings, (reading) => readData(context, { source: 'prediction', ...reading }));
}

/** Applies a function to every value of a record and keeps the keys. */
function mapValues<Name extends string, Value, Made>(
  table: Readonly<Record<Name, Value>>,
  make: (value: Value) => Made,
): Record<Name, Made> {
  const names = Object.entries<Value>(table).map(([name, value]) => [name, make(value)]);
  // Object.fromEntries forgets the names, which are those of the table.
  return Object.fromEntries(names) as Record<Name, Made>;
}
