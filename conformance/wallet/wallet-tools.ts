import type { SpendTracker } from './spend-tracker.ts';

/** What a wallet works with. */
export interface WalletTools {
  /** Counts what is signed; absent for wallets that own nothing. */
  readonly spending?: SpendTracker | undefined;
  /** Told what nobody else may send: every signature, or the transaction that holds it. */
  readonly signed?: (secret: string) => void;
  /** Asks for a recent block of Solana, where an offer names none. */
  readonly recentBlock?: (() => Promise<string>) | undefined;
}
