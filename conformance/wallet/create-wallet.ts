import type { PaymentProfile } from '../contract.ts';
import { createEvmWallet } from './evm-wallet.ts';
import { isHex, secretOf, type WalletKey } from './keys.ts';
import type { Purse } from './purse.ts';
import { createSolanaWallet } from './solana-wallet.ts';
import type { Wallet } from './wallet.ts';

/**
 * Creates the wallet of a key.
 *
 * Without a purse nothing is counted, for wallets that own nothing. `signed` is told what nobody else may send: every
 * signature, or the transaction that holds it.
 */
export function createWallet(
  key: WalletKey,
  profile: PaymentProfile | undefined,
  purse?: Purse,
  signed?: (secret: string) => void,
): Wallet {
  if (isHex(key)) return createEvmWallet(key, profile, purse, signed);
  const secret = secretOf(key);
  if (!secret) throw new TypeError('A wallet key has 64 hexadecimal digits or, on Solana, 64 bytes.');
  return createSolanaWallet(secret, profile, purse, signed);
}
