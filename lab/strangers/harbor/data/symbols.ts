/** The symbols of the market prices, with a price that is always the same. */
const COINS = 'BTC ETH SOL XRP ADA DOGE DOT LINK AVAX ATOM LTC BCH NEAR APT SUI ARB OP UNI AAVE MKR'.split(' ');
const CURRENCIES = 'EUR GBP JPY CHF AUD NZD CAD SEK NOK DKK PLN CZK HUF SGD HKD CNH MXN ZAR TRY ILS'.split(' ');
const METALS = 'XAU XAG XPT XPD XCU WTI BRENT NATGAS WHEAT CORN'.split(' ');
const TICKERS = 'AAPL MSFT NVDA AMZN GOOGL META TSLA AVGO JPM V MA XOM JNJ PG HD KO PEP COST NFLX AMD'.split(' ');

const LOCAL: Record<string, string[]> = {
  hk: ['0700', '9988', '0005'],
  jp: ['7203', '6758', '9984'],
  kr: ['005930', '000660'],
  gb: ['VOD', 'BP', 'HSBA'],
  de: ['SAP', 'SIE', 'BMW'],
  fr: ['MC', 'OR', 'AIR'],
  nl: ['ASML', 'INGA'],
  ie: ['CRH', 'RYA'],
  lu: ['ARRD', 'SESG'],
  cn: ['600519', '601318'],
  ca: ['RY', 'SHOP', 'ENB'],
};

/** Filled up so that a list is longer than its default length. */
function padded(list: readonly string[], name: (index: number) => string): string[] {
  return [...list, ...Array.from({ length: 130 - list.length }, (_, index) => name(index))];
}

function letters(index: number): string {
  return `${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + (Math.floor(index / 26) % 26))}`;
}

export const SYMBOLS: Record<string, readonly string[]> = {
  crypto: padded(COINS, (index) => `HB${letters(index)}`).map((coin) => `${coin}-USD`),
  fx: CURRENCIES.map((currency) =>
    ['EUR', 'GBP', 'AUD', 'NZD'].includes(currency) ? `${currency}-USD` : `USD-${currency}`,
  ),
  commodity: METALS.map((metal) => `${metal}-USD`),
  us: padded(TICKERS, (index) => `HBR${letters(index)}`),
  ...LOCAL,
};

export const CLASSES = ['crypto', 'fx', 'commodity', 'usstock'] as const;
export const MARKETS = ['us', ...Object.keys(LOCAL)];

export function priceOf(symbol: string): number {
  const sum = [...symbol].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 90_007, 7);
  return (sum + 100) / 100;
}
