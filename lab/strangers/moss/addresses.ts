const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** True for an EVM address (0x and 40 hex digits) or a Solana address (32 bytes in base58). */
export function isWalletAddress(text: string): boolean {
  return isEvmAddress(text) || isSolanaAddress(text);
}

/** True for 0x and 40 hex digits. */
export function isEvmAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false;
  let value = 0n;
  for (const letter of text) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes === 32;
}
