/** One symbol of a class or market with a simulated price. */
export interface MarketSymbol {
  symbol: string;
  description: string;
  value: number;
}

function table(rows: [string, string, number][]): MarketSymbol[] {
  return rows.map(([symbol, description, value]) => ({ symbol, description, value }));
}

const tables: Record<string, MarketSymbol[]> = {
  crypto: table([
    ['BTC-USD', 'Bitcoin', 97_000],
    ['ETH-USD', 'Ether', 3400],
    ['SOL-USD', 'Solana', 180],
    ['XRP-USD', 'XRP', 2.1],
    ['USDC-USD', 'USD Coin', 1],
  ]),
  fx: table([
    ['EUR-USD', 'Euro', 1.08],
    ['GBP-USD', 'Pound sterling', 1.27],
    ['USD-JPY', 'Yen per US dollar', 151],
    ['USD-CHF', 'Franc per US dollar', 0.88],
  ]),
  commodity: table([
    ['XAU-USD', 'Gold', 2650],
    ['XAG-USD', 'Silver', 31],
    ['WTI-USD', 'Crude oil', 71],
  ]),
  us: table([
    ['AAPL', 'Apple', 230],
    ['MSFT', 'Microsoft', 420],
    ['NVDA', 'Nvidia', 140],
    ['BRK.B', 'Berkshire Hathaway', 470],
    ['TSLA', 'Tesla', 340],
  ]),
  hk: table([
    ['0700', 'Tencent', 400],
    ['9988', 'Alibaba', 85],
  ]),
  jp: table([
    ['7203', 'Toyota', 2700],
    ['6758', 'Sony', 3000],
  ]),
  kr: table([['005930', 'Samsung Electronics', 55_000]]),
  gb: table([
    ['VOD', 'Vodafone', 0.7],
    ['HSBA', 'HSBC', 7.3],
  ]),
  de: table([
    ['SAP', 'SAP', 225],
    ['SIE', 'Siemens', 185],
  ]),
  fr: table([['MC', 'LVMH', 600]]),
  nl: table([['ASML', 'ASML', 650]]),
  ie: table([['RYA', 'Ryanair', 18]]),
  lu: table([['APAM', 'Aperam', 26]]),
  cn: table([['600519', 'Kweichow Moutai', 1500]]),
  ca: table([
    ['SHOP', 'Shopify', 150],
    ['RY', 'Royal Bank of Canada', 175],
  ]),
};

/** The symbols of a class or an equity market. */
export function symbolsOf(name: string): MarketSymbol[] {
  return tables[name] ?? [];
}
