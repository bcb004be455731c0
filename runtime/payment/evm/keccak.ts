import { createKeccak } from 'hash-wasm';

const hasher = await createKeccak(256);

/** Keccak-256, the hash of EVM networks for addresses and typed data. A text is hashed as UTF-8. */
export function keccak256(data: Uint8Array | string): Uint8Array {
  return hasher.init().update(data).digest('binary');
}
