import { createKeccak } from 'hash-wasm';

const hasher = await createKeccak(256);

/** Keccak-256, which addresses and typed data on EVM networks are hashed with. A text is hashed in UTF-8. */
export function keccak256(data: Uint8Array | string): Uint8Array {
  return hasher.init().update(data).digest('binary');
}
