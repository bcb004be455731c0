/** New wallets: an EVM key in hex, or the 64-byte secret key of Solana in base58. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { privateKeyToAddress } from 'viem/accounts';

export interface Wallet {
  address: string;
  key: string;
}

function solanaWallet(): Wallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const open = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const base58 = getBase58Decoder();
  return { address: base58.decode(open), key: base58.decode(Buffer.concat([secret, open])) };
}

function evmWallet(): Wallet {
  const key = `0x${randomBytes(32).toString('hex')}` as const;
  return { address: privateKeyToAddress(key), key };
}

export async function newWallet(host: string): Promise<Wallet> {
  return host === 'solana' ? solanaWallet() : evmWallet();
}
