/** The paths of the prediction markets, venue by venue. */
export const VENUE_A: readonly string[] = [
  'markets/keyset',
  'events',
  'events/keyset',
  'crypto-updown',
  'market-price/{token_id}',
  'candlesticks/token/{token_id}',
  'candlesticks/{condition_id}',
  'volume-chart/{condition_id}',
  'orderbooks',
  'trades',
  'activity',
  'markets/{token_id}/volume',
  'markets/{condition_id}/open_interest',
  'positions',
  'leaderboard',
  'leaderboard/market/{condition_id}',
  'cohorts/stats',
  'market/{condition_id}/top-holders',
  'wallets/profiles',
  'wallets/filter',
  'wallet/pnl/{wallet}',
  'wallet/positions/{wallet}',
  'wallet/volume-chart/{wallet}',
  'wallet/identity/{wallet}',
  'wallet/{wallet}/markets',
  'wallet/{wallet}/similar',
  'wallet/{address}/cluster',
  'wallet/{wallet}',
  'market/{condition_id}/smart-money',
  'markets/smart-activity',
  'uma/markets',
  'uma/market/{condition_id}',
];

export const VENUE_B: readonly string[] = ['trades', 'orderbooks'];

export const OTHER_VENUES = ['venue_c', 'venue_d', 'venue_e'] as const;

export const CANDLE_SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];

export const RETIRED: readonly string[] = [
  'matching-markets/pairs',
  'matching-markets',
  'markets/listings',
  'markets',
  'outcomes/{id}',
];
