/** The flat transaction fee of every paid call, in micro-USDC. */
export const FEE = 1000n;

/** Micro-USDC of a decimal USD text: "0.011" is 11000n. At most six decimals. */
export function usd(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new Error(`not an amount of USD: ${text}`);
  return BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** Decimal USD text of micro-USDC, always with six decimals. */
export function show(micro: bigint): string {
  const text = micro.toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** Division of integers that are not negative, rounded up. */
export function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

/** A price as results show it. */
export function price(micro: bigint): { amount: string; currency: string } {
  return { amount: show(micro), currency: 'USD' };
}
