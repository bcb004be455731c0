import type { WalletKey } from '../wallet/keys.ts';

/** The deployment under test, with its secrets resolved. It is never written to a report. */
export interface Target {
  /** Host id of the spec. */
  readonly host: string;
  /** Origin and base path, without a trailing slash. */
  readonly url: string;
  readonly control?: { readonly url: string; readonly token: string };
  /** Private keys. */
  readonly wallets: { readonly payer?: WalletKey; readonly other?: WalletKey };
  readonly apiKey?: string;
  /** JSON-RPC URL of a node of the chain that the target settles on: receipts are checked against it. */
  readonly rpc?: string;
  /** JSON-RPC URL of a Solana node, for challenges without a recent block hash. */
  readonly solanaRpc?: string;
  /** Micro-USDC that the whole run may spend. */
  readonly maxSpend: bigint;
  /** Requests that are started in a second at most; absent where there is no such limit. */
  readonly rate?: number;
  /** True where neither an option nor the target file gives the cap. */
  readonly capIsDefault?: true;
  /** This deployment's path segment for each segment of the documents. */
  readonly segments: Readonly<Record<string, string>>;
  /** This deployment's catalog id for each label of the documents. */
  readonly models: Readonly<Record<string, string>>;
}
