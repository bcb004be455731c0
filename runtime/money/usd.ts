/** Micro-USDC: an integer count of millionths of a US dollar. */
export type Micro = bigint;

const decimal = /^(\d+)(?:\.(\d{1,6}))?$/;

/** Writes micro-USDC as USD: exact, without trailing zeros (`22000n` is `"0.022"`). */
export function formatUsd(amount: Micro): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -6)}${fraction && `.${fraction}`}`;
}

/** Reads a USD amount of at most six decimals as micro-USDC; undefined for any other text. */
export function parseUsd(text: string): Micro | undefined {
  const match = decimal.exec(text);
  return match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`) : undefined;
}
