/** A wallet, and the payments that it signs. */

import { fieldsOf } from '../common/json.ts';
import { parseJson } from '../http/events.ts';
import type { Hex } from './keys.ts';

/** An EIP-3009 `TransferWithAuthorization` as in a payment: integers are decimal strings. */
export interface Authorization {
  readonly from: Hex;
  readonly to: Hex;
  /** Micro-USDC. */
  readonly value: string;
  /** Seconds since 1970. */
  readonly validAfter: string;
  /** Seconds since 1970. */
  readonly validBefore: string;
  /** 32 bytes. */
  readonly nonce: Hex;
}

/** The payload of a payment on EVM networks. */
export interface SignedAuthorization {
  readonly signature: Hex;
  readonly authorization: Authorization;
}

/** The payload of a payment on Solana: a transaction in base64. */
export interface SignedTransaction {
  readonly transaction: string;
}

/** The payload of a payment. */
export type PaymentPayload = SignedAuthorization | SignedTransaction;

/** A signed payment as a header carries it. */
export interface Payment<Payload = PaymentPayload> {
  readonly x402Version: number;
  readonly resource?: unknown;
  readonly accepted: Readonly<Record<string, unknown>>;
  readonly payload: Payload;
}

/** Changes to a valid payment; absent fields are taken from the offer. */
export interface Departure {
  /** Replaces fields of the accepted offer. */
  readonly accepted?: Readonly<Record<string, unknown>>;
  /** Micro-USDC that are signed for. */
  readonly amount?: bigint;
  /** Address that is paid. */
  readonly payTo?: string;
  /** Address of the token that is paid in. */
  readonly asset?: string;
  /** Address that is debited; default: the wallet's own. */
  readonly payer?: string;
  /** True for a well-formed signature that no key has made. */
  readonly unsigned?: boolean;
  /** Properties of EVM networks. */
  readonly evm?: {
    readonly nonce?: Hex;
    readonly validAfter?: number;
    readonly validBefore?: number;
    /** True for a signature that names a call that would make its wallet (EIP-6492). */
    readonly wrapped?: boolean;
    /** Replaces fields of the EIP-712 domain that is signed under. */
    readonly domain?: { readonly name?: string; readonly version?: string; readonly chainId?: number };
  };
  /** Properties of Solana; see `TransferOrder`. */
  readonly solana?: {
    readonly blockhash?: string;
    readonly feePayer?: string;
    readonly unitPrice?: bigint;
    readonly program?: string;
    readonly decimals?: number;
  };
}

/** Signs payments for one address; reserves every amount under the spend cap before it signs. */
export interface Wallet<Payload = PaymentPayload> {
  /** As its network writes it. */
  readonly address: string;
  /**
   * Signs the payment of an offer at a time (seconds since 1970 by the target's clock).
   *
   * Throws `CapReached` instead of signing a payment that would exceed the cap.
   */
  sign(offer: Readonly<Record<string, unknown>>, now: number, departure?: Departure): Promise<Payment<Payload>>;
}

/** Encodes a payment as the value of its header: base64 of its JSON. */
export function encodePayment(payment: unknown): string {
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

/** Decodes the value of a payment header; `undefined` where it is no payment. */
export function decodePayment(header: string): Payment | undefined {
  const payment = parseJson(Buffer.from(header, 'base64').toString());
  return isPayment(payment) ? payment : undefined;
}

function isPayment(value: unknown): value is Payment {
  const payload = fieldsOf(fieldsOf(value).payload);
  return typeof payload.transaction === 'string' || typeof fieldsOf(payload.authorization).nonce === 'string';
}

/** The identity of a payment: the nonce of an authorization, the message of a transaction. */
export function paymentId({ payload }: Payment): string {
  if ('authorization' in payload) return payload.authorization.nonce;
  const wire = Buffer.from(payload.transaction, 'base64');
  // The message follows the count of signatures and their 64 bytes each.
  return wire.subarray(1 + 64 * (wire[0] ?? 0)).toString('base64');
}
