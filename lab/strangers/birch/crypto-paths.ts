/** Endpoints of the crypto-data service: 83 in 12 categories. */
export const cryptoPaths: Record<string, string[]> = {
  prediction: [
    'market',
    'market-trades',
    'market-prices',
    'market-positions',
    'market-holders',
    'market-volume',
    'market-orderbook',
    'market-activity',
    'market-open-interest',
    'markets',
    'events',
    'categories',
    'leaderboard',
    'trending',
    'analytics',
    'matching',
    'search',
  ],
  social: [
    'detail',
    'ranking',
    'mindshare',
    'posts',
    'replies',
    'followers',
    'following',
    'user',
    'user-posts',
    'sentiment',
    'smart-followers',
  ],
  search: [
    'airdrop',
    'events',
    'fund',
    'kalshi',
    'news',
    'polymarket',
    'project',
    'social-people',
    'social-posts',
    'wallet',
    'web',
  ],
  market: [
    'price',
    'ranking',
    'futures',
    'options',
    'etf',
    'liquidation',
    'liquidation-chart',
    'fear-greed',
    'onchain-indicator',
    'price-indicator',
    'tge',
  ],
  onchain: ['sql', 'query', 'schema', 'tx', 'gas-price', 'bridge-ranking', 'yield-ranking'],
  exchange: ['price', 'depth', 'klines', 'funding-history', 'long-short-ratio', 'markets', 'perp'],
  wallet: ['detail', 'history', 'transfers', 'protocols', 'net-worth', 'labels'],
  token: ['holders', 'transfers', 'dex-trades', 'tokenomics'],
  project: ['detail', 'metrics', 'events'],
  fund: ['detail', 'portfolio', 'ranking'],
  news: ['feed', 'detail'],
  web: ['fetch'],
};

/** Endpoints that take POST with a JSON body. */
export const postPaths = ['onchain/sql', 'onchain/query'];

/** What a query must name: each inner list is a choice of which one suffices. */
export function requiredOf(category: string, name: string): string[][] {
  if (category === 'exchange') return [['pair']];
  if (category === 'market') return [['symbol']];
  if (category === 'wallet') return [['address']];
  if (category === 'onchain') return name === 'schema' ? [] : [['chain']];
  if (category === 'prediction' && (name === 'market' || name.startsWith('market-')))
    return [['condition_id', 'market_slug', 'event_slug']];
  return [];
}
