import { secretOf } from '@tollwright/runtime/payment/svm/key';
import type { PaymentProfile } from '../contract/contract.ts';
import { createEvmWallet } from './evm-wallet.ts';
import { isHex, type WalletKey } from './keys.ts';
import { createSolanaWallet } from './solana-wallet.ts';
import type { WalletTools } from './wallet-tools.ts';
import type { Wallet } from './wallet.ts';

/** Creates the wallet of a key. */
export function createWallet(key: WalletKey, profile: PaymentProfile | undefined, tools: WalletTools = {}): Wallet {
  if (isHex(key)) return createEvmWallet(key, profile, tools.spending, tools.signed);
  const secret = secretOf(key);
  if (!secret) throw new TypeError('A wallet key must have 64 hexadecimal digits or, on Solana, 64 bytes.');
  return createSolanaWallet(secret, profile, tools);
}
