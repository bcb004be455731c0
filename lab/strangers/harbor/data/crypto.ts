/** The crypto-data endpoints of this deployment: 83 in 12 categories. */
export const CRYPTO: Record<string, readonly string[]> = {
  prediction: [
    'polymarket/events',
    'polymarket/markets',
    'polymarket/prices',
    'polymarket/trades',
    'polymarket/volumes',
    'polymarket/positions',
    'polymarket/activity',
    'polymarket/open-interest',
    'polymarket/leaderboard',
    'kalshi/events',
    'kalshi/markets',
    'kalshi/prices',
    'kalshi/trades',
    'kalshi/volumes',
    'kalshi/open-interest',
    'category-metrics',
    'analytics',
  ],
  social: [
    'detail',
    'ranking',
    'mindshare',
    'smart-followers',
    'user',
    'user/posts',
    'user/replies',
    'user/followers',
    'user/following',
    'tweets',
    'tweet/replies',
  ],
  search: [
    'airdrop',
    'events',
    'kalshi',
    'polymarket',
    'project',
    'news',
    'social/people',
    'social/posts',
    'fund',
    'wallet',
    'web',
  ],
  market: [
    'price',
    'ranking',
    'etf',
    'fear-greed',
    'futures',
    'liquidation/chart',
    'liquidation/order',
    'onchain-indicator',
    'options',
    'price-indicator',
    'prediction',
  ],
  onchain: ['sql', 'query', 'schema', 'tx', 'gas-price', 'bridge/ranking', 'yield/ranking'],
  exchange: ['price', 'depth', 'klines', 'funding-history', 'long-short-ratio', 'perp', 'markets'],
  wallet: ['detail', 'history', 'transfers', 'net-worth', 'protocols', 'labels'],
  token: ['holders', 'transfers', 'dex-trades', 'tokenomics'],
  project: ['detail', 'metrics', 'ranking'],
  fund: ['detail', 'portfolio', 'ranking'],
  news: ['feed', 'detail'],
  web: ['fetch'],
};

export const CRYPTO_ENDPOINTS: readonly string[] = Object.entries(CRYPTO).flatMap(([category, names]) =>
  names.map((name) => `${category}/${name}`),
);

const BY_BODY = ['onchain/sql', 'onchain/query'];

export function verbOf(endpoint: string): 'GET' | 'POST' {
  return BY_BODY.includes(endpoint) ? 'POST' : 'GET';
}

/** The one parameter that a whole category wants. */
const REQUIRED: Record<string, string> = { exchange: 'pair', market: 'symbol', wallet: 'address', onchain: 'chain' };

export function requiredOf(endpoint: string): string | undefined {
  if (BY_BODY.includes(endpoint) || endpoint === 'market/prediction') return undefined;
  return REQUIRED[endpoint.split('/')[0] ?? ''];
}

/** Endpoints that look one market up, and want one of three names of it. */
export const MARKET_LOOKUPS: readonly string[] = [
  'market/prediction',
  'prediction/polymarket/prices',
  'prediction/polymarket/trades',
  'prediction/polymarket/volumes',
  'prediction/polymarket/open-interest',
];

export const LOOKUP_NAMES = ['condition_id', 'market_slug', 'event_slug'] as const;
