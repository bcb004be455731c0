/** An exact amount of money: whole pico-USD (1e-12 USD), fine enough for half of a per-token rate. */
export type Usd = bigint;

const DIGITS = 12;
const SCALE = 10n ** BigInt(DIGITS);
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,12}))?$/;

/** Reads a plain decimal such as `10.00`; undefined for anything else. */
export function parseUsd(text: string): Usd | undefined {
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  return BigInt(parts[1] ?? '0') * SCALE + BigInt((parts[2] ?? '').padEnd(DIGITS, '0'));
}

/** An amount that is written in the source; throws when it is not a decimal. */
export function usd(text: string): Usd {
  const value = parseUsd(text);
  if (value === undefined) throw new Error(`not a decimal amount: ${text}`);
  return value;
}

/** The shortest exact decimal for an amount. */
export function formatUsd(value: Usd): string {
  const sign = value < 0n ? '-' : '';
  const size = value < 0n ? -value : value;
  const fraction = (size % SCALE).toString().padStart(DIGITS, '0').replace(/0+$/, '');
  return `${sign}${size / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A catalog rate with the margin of 5 percent for media. */
export function withMargin(rate: Usd): Usd {
  return (rate * 105n) / 100n;
}

/** The rate for one token when the price sheet states it per million tokens. */
export function perToken(perMillion: string): Usd {
  return usd(perMillion) / 1_000_000n;
}

/** The `price` member that the documents show. */
export function priceOf(value: Usd): { amount: string; currency: string } {
  return { amount: formatUsd(value), currency: 'USD' };
}
