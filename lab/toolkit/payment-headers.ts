/** Headers, codes and texts of payments, as the specification of our service has them. Names of headers are lower-case. */

import type { RefusalReason } from '@tollwright/runtime/operation/host';
import { errors } from '#generated/errors.ts';
import { x402Transport } from '#generated/transport.ts';

const { challenge, payment, refusals, receipt } = x402Transport;

/** The headers that carry the requirements of a challenge alone. */
export const requirementHeaders = challengeHeaders((form) => form === '{base64}');

/** The header of HTTP authentication, which has the requirements within a longer text. */
export const [authenticateHeader = ''] = challengeHeaders((form) => form !== '{base64}');

/** The headers that carry a payment: the preferred one, and another one. */
export const [signatureHeader = '', otherPaymentHeader = ''] = payment.headers.map((name) => name.toLowerCase());

/** The headers that carry a receipt. */
export const receiptHeaders = receiptsOf('settlement');

/** The header that carries the transaction of a settlement. */
export const [transactionHeader = ''] = receiptsOf('transaction');

/** The header names as the specification writes them, by their lower-case form. */
const spelled = new Map(
  [...Object.keys(challenge.headers), ...payment.headers, ...Object.keys(receipt.headers)].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** A header name as the specification writes it. */
export function asSpecified(name: string): string {
  return spelled.get(name) ?? name;
}

/** The code that the refusal for a reason has. */
export function codeOf(reason: RefusalReason): unknown {
  return errors[refusals[reason]]?.body?.code;
}

/** The error text that the refusal for a reason has. */
export function errorOf(reason: RefusalReason): unknown {
  return errors[refusals[reason]]?.body?.error;
}

function challengeHeaders(isMeant: (form: string) => boolean): readonly string[] {
  return Object.entries(challenge.headers).flatMap(([name, form]) => (isMeant(form) ? [name.toLowerCase()] : []));
}

function receiptsOf(meant: 'settlement' | 'transaction'): readonly string[] {
  return Object.entries(receipt.headers).flatMap(([name, content]) => (content === meant ? [name.toLowerCase()] : []));
}
