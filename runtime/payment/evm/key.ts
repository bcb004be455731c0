import { secp256k1 } from '@bitauth/libauth';
import { keccak256 } from './keccak.ts';

/** Bytes in hexadecimal after `0x`. */
type Hex = `0x${string}`;

/** A private key for EVM networks. WebAssembly makes it several times as fast as libraries in plain JavaScript. */
export interface EvmKey {
  /** The address with the capitals of its checksum (EIP-55). */
  readonly address: Hex;
  /** The signature of a 32-byte digest: r, s and v. */
  sign(digest: Uint8Array): Hex;
}

/** Reads a private key, 64 hexadecimal digits after `0x`; throws `RangeError` for any other text. */
export function createEvmKey(key: string): EvmKey {
  const secret = /^0x[0-9a-f]{64}$/i.test(key) ? Buffer.from(key.slice(2), 'hex') : Buffer.alloc(0);
  const publicKey = secret.length === 32 ? secp256k1.derivePublicKeyUncompressed(secret) : 'not 32 bytes';
  if (typeof publicKey === 'string') throw new RangeError('The text is not a private key of an EVM network.');
  return {
    address: checksummed(keccak256(publicKey.subarray(1)).subarray(12)),
    sign(digest) {
      const signed = secp256k1.signMessageHashRecoverableCompact(secret, digest);
      if (typeof signed === 'string') throw new Error(signed);
      return `0x${Buffer.from(signed.signature).toString('hex')}${(27 + signed.recoveryId).toString(16)}`;
    },
  };
}

/** Writes an address: letters whose digit of the hash is 8 or more are capitals. */
function checksummed(address: Uint8Array): Hex {
  const digits = Buffer.from(address).toString('hex');
  const hash = Buffer.from(keccak256(digits)).toString('hex');
  const letters = [...digits].map((digit, index) => (Number(`0x${hash[index]}`) >= 8 ? digit.toUpperCase() : digit));
  return `0x${letters.join('')}`;
}
