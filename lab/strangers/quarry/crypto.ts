/** Crypto analytics of an upstream partner, who is paid in full: 83 endpoints in 12 categories. */
import { isObj } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, ok, Refusal, type Row, row } from './wire.ts';
import { iso, now, pick } from './world.ts';

const categories: Record<string, string[]> = {
  prediction:
    'markets events trades orderbook candles positions holders leaderboard activity volume open-interest resolution categories series market-price market-volume market-holders'.split(
      ' ',
    ),
  social: 'mentions sentiment influencers trending posts followers engagement topics ranking users lists'.split(' '),
  search: 'tokens projects funds people news wallets contracts markets exchanges events all'.split(' '),
  market: 'price candles cap volume dominance depth trades volatility returns supply ath'.split(' '),
  onchain: 'sql query schema transactions blocks gas contracts'.split(' '),
  exchange: 'ticker orderbook trades candles funding open-interest liquidations'.split(' '),
  wallet: 'balances transfers tokens history pnl labels'.split(' '),
  token: 'info holders transfers unlocks'.split(' '),
  project: 'info team rounds'.split(' '),
  fund: 'info portfolio rounds'.split(' '),
  news: 'latest by-topic'.split(' '),
  web: ['fetch'],
};
const posts = ['onchain/sql', 'onchain/query'];
const lookups = ['prediction/market-price', 'prediction/market-volume', 'prediction/market-holders'];

/** The parameters of which one has to be given. */
function needed(path: string): string[] {
  if (posts.includes(path)) return [];
  if (lookups.includes(path)) return ['condition_id', 'market_slug', 'event_slug'];
  const [category = ''] = path.split('/');
  const single = { exchange: 'pair', market: 'symbol', wallet: 'address', onchain: 'chain' }[category];
  return single === undefined ? [] : [single];
}

function read(path: string): (ask: Ask) => string {
  return (ask) => {
    const names = needed(path);
    if (names.length > 0 && !names.some((name) => ask.query.get(name))) {
      throw new Refusal(law.invalidStatus, {
        error: 'Missing parameter',
        message: `${names.join(' or ')} is required`,
        details: names.map((field) => ({ field, message: 'required' })),
      });
    }
    if (posts.includes(path) && !isObj(ask.body)) {
      throw new Refusal(law.invalidStatus, {
        error: 'Invalid request body',
        details: [{ field: 'body', message: 'an object is wanted' }],
      });
    }
    return `${path}?${ask.query}`;
  };
}

function sold(path: string): Row {
  return row<string>({
    on: `${posts.includes(path) ? 'POST' : 'GET'} /api/v1/{cryptodata}/${path}`,
    upstream: 'cryptodata',
    partner: true,
    read: read(path),
    price: () => law.chain.crypto,
    effect: async (subject, deal) => {
      const { outcome } = await reach(deal);
      if (outcome === 'cut' || outcome === 'empty') throw failed();
      return ok({ data: [{ subject, value: pick(subject, 10_000) / 100 }], as_of: iso(now()) });
    },
  });
}

export const cryptoRows: Row[] = Object.entries(categories).flatMap(([category, names]) =>
  names.map((name) => sold(`${category}/${name}`)),
);

/** Everything else under the prefix is unknown. */
cryptoRows.push(
  row<undefined>({
    on: 'ANY /api/v1/{cryptodata}/{path...}',
    upstream: 'cryptodata',
    hidden: true,
    form: 'any',
    read: () => undefined,
    effect: () => ({ status: 404, body: { error: 'Not found', message: 'There is no such endpoint.' } }),
  }),
);
