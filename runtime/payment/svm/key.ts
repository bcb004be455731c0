/** Ed25519 keys of Solana wallets: 32 secret bytes, and the 32 of the address after them. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { base58ToBin, binToBase58 } from '@bitauth/libauth';
import { parseJson } from '../../values/encoding.ts';
import { recentOf } from './recent.ts';

/** A fresh secret key, 64 bytes. */
export function randomSecret(): Uint8Array {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
}

/** Reads a secret key: 64 bytes in base58, or a JSON array of them as `solana-keygen` writes it; undefined for other texts. */
export function secretOf(text: string): Uint8Array | undefined {
  const bytes = text.startsWith('[') ? bytesOf(parseJson(text)) : base58ToBin(text);
  return typeof bytes === 'object' && bytes.length === 64 ? bytes : undefined;
}

/** The address of a secret key; undefined when its halves do not belong together. */
export function addressOfSecret(secret: Uint8Array): string | undefined {
  if (secret.length !== 64) return undefined;
  const known = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' }).x;
  return known === decodeText(secret.subarray(32)) ? binToBase58(secret.subarray(32)) : undefined;
}

/** Signs a message. */
export function signWith(secret: Uint8Array, message: Uint8Array): Uint8Array {
  return sign(null, message, privateKeyOf(secret));
}

/** True if an address signed a message. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKeyOf(address);
  return key !== false && signature.length === 64 && verify(null, message, key, signature);
}

/** The key of an address; false for a text that is none. To make one takes half as long as to verify a signature. */
const publicKeyOf = recentOf((address) => {
  const bytes = base58ToBin(address);
  if (typeof bytes === 'string' || bytes.length !== 32) return false;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: decodeText(bytes) }, format: 'jwk' });
});

/** Keys of wallets that are in use. */
const privateKeys = new WeakMap<Uint8Array, KeyObject>();

function privateKeyOf(secret: Uint8Array): KeyObject {
  const known = privateKeys.get(secret);
  if (known) return known;
  const [d, x] = [decodeText(secret.subarray(0, 32)), decodeText(secret.subarray(32))];
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  privateKeys.set(secret, key);
  return key;
}

function bytesOf(value: unknown): Uint8Array {
  const isByte = (item: unknown) => Number.isInteger(item) && Number(item) >= 0 && Number(item) < 256;
  return Array.isArray(value) && value.every(isByte) ? Uint8Array.from(value) : new Uint8Array();
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
