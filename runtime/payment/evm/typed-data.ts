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
const start = Uint8Array.of(0x19, 0x01);

/** Hashes a domain; it is the same for every payment in one asset. */
export function domainSeparator({ name, version, chainId, verifyingContract }: AssetDomain): Uint8Array {
  const words = wordsOf([chainId.toString(16), verifyingContract.slice(2)]);
  return keccak256(Buffer.concat([domainType, keccak256(name), keccak256(version), words]));
}

/** The digest of an authorization under a domain. */
export function transferDigest(separator: Uint8Array, authorization: TransferAuthorization): Uint8Array {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const numbers = [value, validAfter, validBefore].map((number) => number.toString(16));
  const message = Buffer.concat([transferType, wordsOf([from.slice(2), to.slice(2), ...numbers, nonce.slice(2)])]);
  return keccak256(Buffer.concat([start, separator, keccak256(message)]));
}

/** Big-endian numbers, given in hexadecimal, as words of 32 bytes. */
function wordsOf(numbers: readonly string[]): Uint8Array {
  return Buffer.from(numbers.map((digits) => digits.padStart(64, '0')).join(''), 'hex');
}
