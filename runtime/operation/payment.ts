/** Payments and their settlement, of every scheme. */

import type { Micro } from '../money/usd.ts';

/** A payment whose signature and terms were checked. It says who pays, not that the funds have moved. */
export interface Payment {
  readonly scheme: string;
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  /** Wallet that signed; addresses and identifiers in hexadecimal are lower-case. */
  readonly payer: string;
  readonly payTo: string;
  readonly amount: Micro;
  /** Identifier that makes the payment single-use. */
  readonly nonce: string;
  /** Unix seconds; valid from then on. */
  readonly validAfter: number;
  /** Unix seconds; no longer valid then. */
  readonly validBefore: number;
  /** Reason why the payment is too late for a new call (it still gets what it has paid for); absent while it is in time. */
  readonly late?: string;
  /** Data that a settler needs to move the funds. It holds a signature: never log it, never send it back. */
  readonly proof: Readonly<Record<string, string>>;
}

/** The outcome of an attempt to move the funds. `unknown` means that they may have moved. */
export type Settlement =
  | { readonly outcome: 'settled'; readonly txHash: string }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** The end of a settlement, as handlers report it. */
export interface SettledPayment {
  /** Empty on account hosts. */
  readonly txHash: string;
  readonly network: string;
  /** Wallet or account that paid. */
  readonly payer: string;
  /** Amount that moved. */
  readonly amount?: Micro;
  /** False when an earlier call had settled it already. */
  readonly first: boolean;
}
