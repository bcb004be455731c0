/** Money is a bigint of pico-dollars (1e-12 USD): exact for every rate of the price sheet, flex halves included. */
export type Usd = bigint;
const SCALE = 12;
const MICRO: Usd = 1_000_000n;

export function usd(text: string): Usd {
  const m = /^(\d+)(?:\.(\d{1,12}))?$/.exec(text);
  if (!m) throw new Error(`not an amount: ${text}`);
  const [, whole = '', fraction = ''] = m;
  return BigInt(whole) * 10n ** 12n + BigInt(fraction.padEnd(SCALE, '0'));
}

export function fmt(value: Usd): string {
  const sign = value < 0n ? '-' : '';
  const abs = value < 0n ? -value : value;
  const frac = (abs % 10n ** 12n).toString().padStart(SCALE, '0').replace(/0+$/, '');
  return `${sign}${abs / 10n ** 12n}${frac ? `.${frac}` : ''}`;
}

/** A per-call host settles whole micro-dollars; a fraction is rounded up, so that a quote never falls below cost. */
export function ceilMicro(value: Usd): Usd {
  return ((value + MICRO - 1n) / MICRO) * MICRO;
}
export function toMicro(value: Usd): string {
  return (ceilMicro(value) / MICRO).toString();
}
export function fromMicro(micro: bigint): Usd {
  return micro * MICRO;
}
export function max(a: Usd, b: Usd): Usd {
  return a > b ? a : b;
}
export function min(a: Usd, b: Usd): Usd {
  return a < b ? a : b;
}

export const FEE = usd('0.001');
/** Plus 5 percent, exactly: every price of the sheet is a multiple of 20 pico-dollars. */
export function margin5(value: Usd): Usd {
  return (value * 105n) / 100n;
}
/** Price per million tokens to price of `tokens`. */
export function perMillion(rate: Usd, tokens: number): Usd {
  return (rate * BigInt(tokens)) / 1_000_000n;
}
