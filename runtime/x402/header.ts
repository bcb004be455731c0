/** Reading the header that carries a payment. */

import { isUtf8 } from 'node:buffer';
import { parseJson } from '../values/encoding.ts';
import { anyText, isObject, stringsOf } from '../values/json.ts';

/** Characters above which a payment header is refused unread. */
const maxHeaderLength = 8192;

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const integer = /^(0|[1-9]\d{0,77})$/;
const address = /^0x[0-9a-fA-F]{40}$/;

const authorizationFields = {
  from: address,
  to: address,
  value: integer,
  validAfter: integer,
  validBefore: integer,
  nonce: /^0x[0-9a-fA-F]{64}$/,
};

/** The payload on EVM networks: a transfer that the payer authorizes. */
export interface ExactEvmPayload {
  readonly signature: string;
  readonly authorization: Readonly<Record<keyof typeof authorizationFields, string>>;
}

/** The payload on Solana: a transaction in base64 that the payer has signed. */
export interface ExactSvmPayload {
  readonly transaction: string;
}

/** A decoded payment header, well-formed but not verified. */
export interface PaymentPayload {
  /** The offer that the payer accepts. */
  readonly accepted: Readonly<Record<string, unknown>>;
  readonly payload: ExactEvmPayload | ExactSvmPayload;
  /** True for version 1, whose `accepted` names scheme and network alone. */
  readonly partial?: boolean;
}

/** The payment header of a request: `PAYMENT-SIGNATURE`, or else `X-Payment`. Header names are lower-case. */
export function paymentHeader(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['payment-signature'] ?? headers['x-payment'];
}

/** Decodes a payment header; returns the reason as a text when it cannot. */
export function decodePayment(header: string): PaymentPayload | string {
  if (header.length > maxHeaderLength) return `The payment header is longer than ${maxHeaderLength} characters.`;
  if (!base64.test(header)) return 'The payment header is not base64.';
  const bytes = Buffer.from(header, 'base64');
  if (!isUtf8(bytes)) return 'The payment header is not UTF-8.';

  const payment = readPayment(parseJson(bytes.toString()));
  return payment ?? 'The payment header is not a payment payload of x402 version 2 or 1.';
}

/** Reads a payment payload of version 2 or 1; undefined when it is none. */
export function readPayment(value: unknown): PaymentPayload | undefined {
  if (!isObject(value)) return undefined;
  const payload = payloadOf(value.payload);
  if (!payload) return undefined;
  if (value.x402Version === 2) return isObject(value.accepted) ? { accepted: value.accepted, payload } : undefined;
  if (value.x402Version !== 1) return undefined;
  const accepted = stringsOf(value, { scheme: anyText, network: anyText });
  return accepted && { accepted, payload, partial: true };
}

function payloadOf(value: unknown): PaymentPayload['payload'] | undefined {
  const signed = stringsOf(value, { signature: anyText });
  const authorization = stringsOf(isObject(value) ? value.authorization : undefined, authorizationFields);
  if (signed && authorization) return { ...signed, authorization };
  return stringsOf(value, { transaction: /^[A-Za-z0-9+/]+={0,2}$/ });
}
