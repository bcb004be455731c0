import type { SpendTracker } from './spend-tracker.ts';

/** Services of a wallet. */
export interface WalletTools {
  /** Reserves the amount of each signed payment; absent for wallets without funds. */
  readonly spending?: SpendTracker | undefined;
  /** Called with every signature, or the transaction that contains it, so that reports can redact it. */
  readonly signed?: (secret: string) => void;
  /** Returns a recent Solana block hash, for offers without one. */
  readonly recentBlock?: (() => Promise<string>) | undefined;
}
