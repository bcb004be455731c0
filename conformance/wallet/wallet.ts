/** A wallet that signs payments, and what it signs. */

import type { Address, Hex } from './hex.ts';

/** What an EIP-3009 `TransferWithAuthorization` says, as it stands in a payment: integers are decimal strings. */
export interface Authorization {
  readonly from: Address;
  readonly to: Address;
  /** Micro-USDC. */
  readonly value: string;
  /** Seconds since 1970. */
  readonly validAfter: string;
  /** Seconds since 1970. */
  readonly validBefore: string;
  /** 32 bytes. */
  readonly nonce: Hex;
}

/** A signed payment as `PAYMENT-SIGNATURE` carries it. */
export interface Payment {
  readonly x402Version: number;
  readonly resource?: unknown;
  readonly accepted: Readonly<Record<string, unknown>>;
  readonly payload: { readonly signature: Hex; readonly authorization: Authorization };
}

/** How a payment departs from the honest one; what is absent is taken from the offer. */
export interface Departure {
  /** Replaces fields of what is signed. */
  readonly authorization?: Partial<Authorization>;
  /** Replaces fields of the offer that the payment says it accepts. */
  readonly accepted?: Readonly<Record<string, unknown>>;
  /** Replaces fields of the EIP-712 domain that is signed under. */
  readonly domain?: Partial<{ name: string; version: string; chainId: number; verifyingContract: Address }>;
  /** Replaces the signature after signing. */
  readonly signature?: Hex;
}

/** Signs payments for one address; reserves every amount under the spend cap before it signs. */
export interface Wallet {
  /** Checksummed. */
  readonly address: Address;
  /**
   * Signs the payment of an offer at a time (seconds since 1970 by the target's clock).
   *
   * Throws `CapReached` before signing what would pass the cap.
   */
  sign(offer: Readonly<Record<string, unknown>>, now: number, departure?: Departure): Promise<Payment>;
}

/** Encodes a payment as the value of its header: base64 of its JSON. */
export function encodePayment(payment: unknown): string {
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}
