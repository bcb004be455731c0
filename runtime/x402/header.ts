/** Reading the header that carries a payment. */

import { isUtf8 } from 'node:buffer';
import type { PaymentEncoding, TransportDefinition } from '../operation/host.ts';
import { parseJson } from '../values/encoding.ts';
import { anyText, isObject, stringsOf } from '../values/json.ts';
import { identifierIn } from './extensions.ts';

/** The texts of each encoding, with or without their padding. */
const written: Readonly<Record<PaymentEncoding, RegExp>> = {
  base64: /^[A-Za-z0-9+/]+={0,2}$/,
  base64url: /^[A-Za-z0-9_-]+={0,2}$/,
};

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
  /** Identifier by which a repeated request is known (extension `payment-identifier`). */
  readonly identifier?: string;
}

/** Reads the payment of a request from the first header that carries one. Names in `sent` are lower-case. */
export function paymentHeader(
  sent: Readonly<Record<string, string>>,
  { headers }: Pick<TransportDefinition['payment'], 'headers'>,
): string | undefined {
  for (const name of headers) {
    const value = sent[name.toLowerCase()];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Decodes a payment header; returns the reason as a text when it cannot. */
export function decodePayment(
  header: string,
  { versions, encodings, maxLength }: Omit<TransportDefinition['payment'], 'headers'>,
): PaymentPayload | string {
  if (header.length > maxLength) return `The payment header is longer than ${maxLength} characters.`;
  if (!encodings.some((encoding) => written[encoding].test(header)))
    return `The payment header is not ${encodings.join(' or ')}.`;
  const bytes = Buffer.from(header, 'base64');
  if (!isUtf8(bytes)) return 'The payment header is not UTF-8.';

  const value = parseJson(bytes.toString());
  const { id, isInvalid } = identifierIn(value);
  if (isInvalid) return 'The identifier of the payment is not 16 to 128 letters, digits, `-` and `_`.';
  const payment = readPayment(value, versions);
  if (payment && id !== undefined) return { ...payment, identifier: id };
  return payment ?? `The payment header is not a payment payload of x402 version ${versions.join(' or ')}.`;
}

/** Reads a payment payload of one of these versions; undefined when it is none. */
export function readPayment(value: unknown, versions: readonly unknown[]): PaymentPayload | undefined {
  if (!isObject(value) || !versions.includes(value.x402Version)) return undefined;
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
