/** The end of a signature that names how to make its wallet (EIP-6492). */
const mark = '6492'.repeat(16);

/** Hexadecimal digits of a word of the ABI. */
const word = 64;

/**
 * The signature inside a wrapped one; undefined where none is wrapped.
 *
 * What is wrapped besides, a call that would make the wallet, is the payer's choice and is never carried out: a wallet
 * has to exist to pay.
 */
export function unwrapSignature(signature: string): string | undefined {
  const digits = signature.slice(2).toLowerCase();
  if (!digits.endsWith(mark)) return undefined;
  const start = numberAt(digits, 2 * word) * 2;
  const length = numberAt(digits, start) * 2;
  const inner = digits.slice(start + word, start + word + length);
  return inner.length === length && length > 0 ? `0x${inner}` : undefined;
}

function numberAt(digits: string, place: number): number {
  return Number(`0x${digits.slice(place, place + word) || '0'}`);
}
