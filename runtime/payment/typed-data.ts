/**
 * The digest that an EIP-3009 `TransferWithAuthorization` signature signs (EIP-712).
 *
 * Written out for this one type: a general encoder spends more time on the type than on the hash.
 */

import { keccak256 } from './keccak.ts';

/** The EIP-712 domain of an asset. */
export interface AssetDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: bigint;
  readonly verifyingContract: string;
}

/** The message that is signed. Amount in the asset's smallest unit, times in unix seconds. */
export interface TransferAuthorization {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** 32 bytes in hexadecimal with `0x`. */
  readonly nonce: string;
}

/** The EIP-712 types of the message. */
export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const domainType = keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const fields = transferTypes.TransferWithAuthorization.map(({ type, name }) => `${type} ${name}`);
const transferType = keccak256(`TransferWithAuthorization(${fields.join(',')})`);

/** Hashes a domain; it is the same for every payment in one asset. */
export function domainSeparator(domain: AssetDomain): Uint8Array {
  const words = Buffer.alloc(5 * 32);
  words.set(domainType, 0);
  words.set(keccak256(domain.name), 32);
  words.set(keccak256(domain.version), 64);
  writeHex(words, 3, domain.chainId.toString(16));
  writeHex(words, 4, domain.verifyingContract.slice(2));
  return keccak256(words);
}

/** The digest of an authorization under a domain. */
export function transferDigest(separator: Uint8Array, authorization: TransferAuthorization): Uint8Array {
  const words = Buffer.alloc(7 * 32);
  words.set(transferType, 0);
  writeHex(words, 1, authorization.from.slice(2));
  writeHex(words, 2, authorization.to.slice(2));
  writeHex(words, 3, authorization.value.toString(16));
  writeHex(words, 4, authorization.validAfter.toString(16));
  writeHex(words, 5, authorization.validBefore.toString(16));
  writeHex(words, 6, authorization.nonce.slice(2));

  const signed = new Uint8Array(66);
  signed.set([0x19, 0x01]);
  signed.set(separator, 2);
  signed.set(keccak256(words), 34);
  return keccak256(signed);
}

/** Writes a big-endian number into the given 32-byte word. */
function writeHex(words: Buffer, word: number, digits: string): void {
  words.write(digits.padStart(64, '0'), word * 32, 'hex');
}
