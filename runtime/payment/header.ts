/** Reading the header that carries a payment. */

import { isUtf8 } from 'node:buffer';
import { z } from 'zod';

/** Characters above which a payment header is refused unread. */
const longestHeader = 8192;

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const integerText = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const authorized = z.object({
  signature: z.string(),
  authorization: z.object({
    from: address,
    to: address,
    value: integerText,
    validAfter: integerText,
    validBefore: integerText,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});

const transacted = z.object({ transaction: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/) });

const exact = z.union([authorized, transacted]);

const version2 = z.object({
  x402Version: z.literal(2),
  accepted: z.record(z.string(), z.unknown()),
  payload: exact,
});

const version1 = z
  .object({ x402Version: z.literal(1), scheme: z.string(), network: z.string(), payload: exact })
  .transform(({ scheme, network, payload }) => ({ accepted: { scheme, network }, payload, partial: true }));

/** What is sent on EVM networks: a transfer that the payer authorizes. */
export type SentAuthorization = z.infer<typeof authorized>;

/** What is sent on Solana: a transaction in base64 that the payer has signed. */
export type SentTransaction = z.infer<typeof transacted>;

/** What a payment header says, well-formed but not checked. */
export interface SentPayment {
  /** The offer that the payer says to accept. */
  readonly accepted: Readonly<Record<string, unknown>>;
  readonly payload: SentAuthorization | SentTransaction;
  /** True for version 1, whose `accepted` names scheme and network alone. */
  readonly partial?: boolean;
}

/** The payment header of a request: `PAYMENT-SIGNATURE`, or else `X-Payment`. Header names are lower-case. */
export function paymentHeader(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['payment-signature'] ?? headers['x-payment'];
}

/** Decodes a payment header; a text when it cannot be read. */
export function decodePayment(header: string): SentPayment | string {
  if (header.length > longestHeader) return `The payment header is longer than ${longestHeader} characters.`;
  if (!base64.test(header)) return 'The payment header is not base64.';
  const bytes = Buffer.from(header, 'base64');
  if (!isUtf8(bytes)) return 'The payment header is not UTF-8.';

  const parsed = z.union([version2, version1]).safeParse(parseJson(bytes.toString()));
  return parsed.success ? parsed.data : 'The payment header is not a payment payload of x402 version 2 or 1.';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
