import type { Instrument } from '../../data-port.ts';
import { randomFrom } from '../../seeded-random.ts';

/** A market: its instruments, and how far their prices swing. */
interface Market {
  /** Prices of well-known instruments by symbol. */
  readonly known: Readonly<Record<string, number>>;
  readonly swing: number;
  /** Symbols of made-up instruments. */
  readonly others: readonly string[];
}

/** The price around which an instrument trades, and how far it swings. */
export interface PriceLevel {
  readonly base: number;
  readonly swing: number;
}

const markets: Readonly<Record<string, Market>> = {
  crypto: {
    known: {
      'BTC-USD': 97_000,
      'ETH-USD': 3400,
      'SOL-USD': 190,
      'XRP-USD': 2.3,
      'DOGE-USD': 0.31,
      'ADA-USD': 0.9,
      'BNB-USD': 640,
      'LINK-USD': 22,
      'USDC-USD': 1,
    },
    swing: 0.4,
    others: words(400, 3).map((word) => `${word}-USD`),
  },
  fx: {
    known: {
      'EUR-USD': 1.08,
      'GBP-USD': 1.27,
      'USD-JPY': 151,
      'USD-CHF': 0.88,
      'AUD-USD': 0.66,
      'USD-CAD': 1.37,
      'EUR-GBP': 0.85,
      'EUR-JPY': 163,
    },
    swing: 0.06,
    others: pairsOf('EUR GBP AUD NZD USD CAD CHF JPY SEK NOK DKK PLN CZK HUF RON TRY ZAR MXN'.split(' ')),
  },
  commodity: {
    known: { 'XAU-USD': 2650, 'XAG-USD': 31, 'XPT-USD': 980, 'XPD-USD': 1020, 'WTI-USD': 71, 'NATGAS-USD': 3.1 },
    swing: 0.15,
    others: words(160, 4).map((word) => `${word}-USD`),
  },
  us: equities(words(2600, 4), { AAPL: 230, MSFT: 430, NVDA: 140, AMZN: 200, 'BRK.B': 470, SPY: 590 }),
  hk: equities(numbers(300, 4), { '0700': 410, '9988': 88, '0005': 71 }),
  jp: equities(numbers(300, 4), { '7203': 2700, '6758': 2900 }),
  kr: equities(numbers(300, 6), { '005930': 56_000, '000660': 175_000 }),
  cn: equities(numbers(300, 6), { '600519': 1500, '000001': 11 }),
  gb: equities(words(300, 4), { SHEL: 2600, AZN: 10_300 }),
  de: equities(words(200, 4), { SAP: 225, SIE: 185 }),
  fr: equities(words(200, 4), { MC: 600, TTE: 57 }),
  nl: equities(words(100, 4), { ASML: 640, INGA: 15 }),
  ie: equities(words(40, 4), { RYA: 18 }),
  lu: equities(words(40, 4), { MT: 23 }),
  ca: equities(words(200, 4), { SHOP: 150, RY: 172 }),
};

const instruments = new Map(
  Object.entries(markets).map(([name, { known, others }]) => {
    const symbols = new Set([...Object.keys(known), ...others]);
    return [name, new Map([...symbols].map((symbol) => [symbol, { symbol, name: nameOf(name, symbol) }]))];
  }),
);

/** The instruments of a market; empty for an unknown market. */
export function instrumentsOf(market: string): readonly Instrument[] {
  return [...(instruments.get(market)?.values() ?? [])];
}

/** The price level of an instrument in the currency of its market; `undefined` where there is no such instrument. */
export function priceLevelOf(market: string, symbol: string): PriceLevel | undefined {
  const found = markets[market];
  if (!found || !instruments.get(market)?.has(symbol)) return undefined;
  const made = 10 ** (randomFrom([market, symbol]).next() * 3 - (market === 'crypto' ? 2 : 0));
  return { base: found.known[symbol] ?? made, swing: found.swing };
}

function equities(others: readonly string[], known: Readonly<Record<string, number>>): Market {
  return { known, others, swing: 0.2 };
}

/** Each currency in each of those behind it. */
function pairsOf(currencies: readonly string[]): readonly string[] {
  return currencies.flatMap((base, index) => currencies.slice(index + 1).map((quote) => `${base}-${quote}`));
}

/** So many words of capital letters, each another one. */
function words(count: number, length: number): readonly string[] {
  const letter = (index: number, place: number) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26));
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length }, (_, place) => letter(index * 7 + 11, length - 1 - place)).join(''),
  );
}

/** So many numbers with leading zeros, each another one. */
function numbers(count: number, digits: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(1000 + index * 3).padStart(digits, '0'));
}

function nameOf(market: string, symbol: string): string {
  const [base, quote] = symbol.split('-');
  return quote === undefined ? `${symbol} (${market.toUpperCase()})` : `${base} in ${quote}`;
}
