import type { WalletKey } from '../wallet/keys.ts';

/** The deployment under test, with its secrets resolved. It is never written to a report. */
export interface Target {
  /** Host id of the spec. */
  readonly host: string;
  /** Origin, with the path it is mounted under and without a slash at its end. */
  readonly url: string;
  readonly control?: { readonly url: string; readonly token: string };
  /** Private keys. */
  readonly wallets: { readonly payer?: WalletKey; readonly other?: WalletKey };
  readonly apiKey?: string;
  /** JSON-RPC of a Solana node, for challenges that name no recent block. */
  readonly solanaRpc?: string;
  /** Micro-USDC that the whole run may spend. */
  readonly maxSpend: bigint;
  /** This deployment's own path segment behind each segment of the documents. */
  readonly segments: Readonly<Record<string, string>>;
  /** This deployment's catalog id behind each label of the documents. */
  readonly models: Readonly<Record<string, string>>;
}
