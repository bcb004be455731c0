/** Accounts of the SPL Token program, byte by byte. */

import { address, getAddressEncoder, type ReadonlyUint8Array } from '@solana/kit';

/** Bytes of a token account. */
const tokenSize = 165;

/** A token as the SPL Token program keeps it, without authorities. */
export function mintData(decimals: number): Uint8Array {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(2n ** 63n, 36);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  return data;
}

/** A token account as the SPL Token program stores it: mint, owner, amount, and that it is open. */
export function tokenData(mint: string, owner: string, amount: bigint): Uint8Array {
  const data = Buffer.alloc(tokenSize);
  data.set(getAddressEncoder().encode(address(mint)), 0);
  data.set(getAddressEncoder().encode(address(owner)), 32);
  data.writeBigUInt64LE(amount, 64);
  data.writeUInt8(1, 108);
  return data;
}

/** The amount in a token account. */
export function amountIn(data: ReadonlyUint8Array): bigint {
  return Buffer.from(Uint8Array.from(data)).readBigUInt64LE(64);
}
