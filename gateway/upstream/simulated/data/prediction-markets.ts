import { randomFrom } from '../../seeded-random.ts';
import { type Page, pageOf } from './page.ts';
import { address, ago, ahead, count, hexDigits, key, oneOf, record, type Shape, usd } from './shape.ts';
import { asPrice, wave } from './wave.ts';

const subjects = ['the election', 'the rate decision', 'the final', 'the launch', 'the merger', 'the vote'] as const;
const questions = [
  'Will %s end in a surprise?',
  'Will %s come this quarter?',
  'Will %s be put off?',
  'Is %s decided in one round?',
] as const;

const shape: Shape = {
  condition_id: key,
  question: (random) => random.pick(questions).replace('%s', random.pick(subjects)),
  status: oneOf('active', 'active', 'open', 'closed', 'archived'),
  volume: usd(1000, 9_000_000),
  liquidity: usd(100, 400_000),
  open_interest: usd(100, 900_000),
  created: ago(20_000_000),
  close_time: ahead(20_000_000),
  creator: address,
  ticker: (random) => `MKT-${random.integer(100, 999)}`,
  traders: count(5, 9000),
};

/** Markets that one venue has. */
const many = 240;

/** Everything known of the market of a condition. */
export function marketOf(condition: string, now: number): Readonly<Record<string, unknown>> {
  const outcomes = ['Yes', 'No'].map((outcome) => ({ outcome, token_id: tokenOf(condition, outcome) }));
  const price = priceOf(tokenOf(condition, 'Yes'), now);
  return {
    ...record(shape, 'market', { key: condition, index: 0, now }),
    outcomes: outcomes.map((each, index) => ({ ...each, price: index === 0 ? price : asPrice(1 - price) })),
  };
}

/** The markets of a venue that match a query, page by page. */
export function marketsOf(parameters: Readonly<Record<string, unknown>>, venue: unknown, now: number): Page {
  const wanted = parameters.search ?? parameters.q;
  const text = typeof wanted === 'string' ? wanted.toLowerCase() : '';
  const found = Array.from({ length: many }, (_, index) =>
    marketOf(`0x${hexDigits([venue, 'market', index], 32)}`, now),
  ).filter(
    ({ question, status, ticker }) =>
      String(question).toLowerCase().includes(text) &&
      (parameters.status === undefined || status === parameters.status) &&
      (parameters.ticker === undefined || ticker === parameters.ticker),
  );
  return pageOf(sorted(found, parameters.sort), parameters);
}

/** The price of an outcome, from 0 to 1, in thousandths. */
export function priceOf(token: string, now: number): number {
  const base = randomFrom(['outcome', token]).next();
  const swing = 0.4 * wave(['outcome', token])(now / 1000);
  return Math.round(1000 * Math.min(0.98, Math.max(0.02, 0.2 + 0.6 * base + swing))) / 1000;
}

function tokenOf(condition: string, outcome: string): string {
  return BigInt(`0x${hexDigits([condition, outcome], 31)}`).toString();
}

type FoundMarket = ReturnType<typeof marketOf>;

/** Sorts as a venue does: by a figure, highest first, or by price or a time. */
function sorted(markets: readonly FoundMarket[], sort: unknown): readonly FoundMarket[] {
  switch (sort) {
    case 'price_asc':
      return markets.toSorted((a, b) => leadOf(a) - leadOf(b));
    case 'price_desc':
      return markets.toSorted((a, b) => leadOf(b) - leadOf(a));
    case 'created':
    case 'close_time':
      return markets.toSorted((a, b) => (String(a[sort]) < String(b[sort]) ? 1 : -1));
    case 'liquidity':
    case 'open_interest':
      return markets.toSorted((a, b) => Number(b[sort]) - Number(a[sort]));
    default:
      return markets.toSorted((a, b) => Number(b.volume) - Number(a.volume));
  }
}

function leadOf({ outcomes }: FoundMarket): number {
  const [first] = Array.isArray(outcomes) ? outcomes : [];
  return Number(first?.price ?? 0);
}
