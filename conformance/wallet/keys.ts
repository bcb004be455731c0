import { binToBase58 } from '@bitauth/libauth';
import { createEvmKey } from '@tollwright/runtime/payment/evm/key';
import { addressOfSecret, randomSecret, secretOf } from '@tollwright/runtime/payment/svm/key';
import { randomHex } from '@tollwright/runtime/values/encoding';
import type { NetworkKind } from './networks.ts';

/** A private key: `0x` and 64 hexadecimal digits for EVM networks, 64 bytes in base58 for Solana. */
export type WalletKey = string;

/** The kind of networks on which a key signs. */
export function kindOfKey(key: WalletKey): NetworkKind {
  return isHex(key) ? 'evm' : 'solana';
}

/** Reads a private key; `undefined` for any other text. Solana keys may be JSON arrays of 64 bytes. */
export function readKey(text: string): WalletKey | undefined {
  const trimmed = text.trim();
  const bytes = secretOf(trimmed);
  if (bytes) return addressOfSecret(bytes) && binToBase58(bytes);
  const hex: Hex = `0x${trimmed.replace(/^0x/i, '')}`;
  try {
    createEvmKey(hex);
    return hex;
  } catch {
    return undefined;
  }
}

/** A random private key; for EVM networks by default. */
export function randomKey(kind: NetworkKind = 'evm'): WalletKey {
  return kind === 'evm' ? `0x${randomHex(32)}` : binToBase58(randomSecret());
}

/** The address of the wallet that a key controls. */
export function addressOf(key: WalletKey): string {
  if (isHex(key)) return createEvmKey(key).address;
  return addressOfSecret(secretOf(key) ?? new Uint8Array()) ?? '';
}

/** True for keys of EVM networks. */
export function isHex(key: WalletKey): key is Hex {
  return key.startsWith('0x');
}

/** Bytes in hexadecimal, `0x` before them: keys, hashes and EVM addresses. */
export type Hex = `0x${string}`;
