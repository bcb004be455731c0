/** Headers of the x402 standard, for sellers whose specification is not known. */

import type { ReceiptContent, TransportDefinition } from '../operation/host.ts';

/** The headers that carry challenges, payments and receipts. */
export type TransportHeaders = Pick<TransportDefinition, 'challenge' | 'payment' | 'receipt' | 'extensions'>;

/** The header of payments of version 1. */
export const version1Header = 'X-PAYMENT';

/** The headers of versions 2 and 1 of the standard; in version 1 the body alone carries the challenge. */
export const standardTransport: TransportHeaders = {
  challenge: { headers: { 'PAYMENT-REQUIRED': '{base64}' }, body: 'free' },
  payment: { headers: ['PAYMENT-SIGNATURE', version1Header], versions: [2, 1], maxLength: 8192 },
  receipt: { headers: { 'PAYMENT-RESPONSE': 'settlement', 'X-PAYMENT-RESPONSE': 'settlement' } },
};

/** The lower-case names of headers that carry offers and nothing else, by a transport and by the standard. */
export function requirementNames({ challenge }: TransportHeaders): readonly string[] {
  return namesOf({ ...challenge.headers, ...standardTransport.challenge.headers }, '{base64}');
}

/** The lower-case names of headers that report a settlement in a form, by a transport and by the standard. */
export function receiptNames({ receipt }: TransportHeaders, content: ReceiptContent): readonly string[] {
  return namesOf({ ...receipt.headers, ...standardTransport.receipt.headers }, content);
}

function namesOf(headers: Readonly<Record<string, string>>, meant: string): readonly string[] {
  const names = Object.entries(headers).flatMap(([name, own]) => (own === meant ? [name.toLowerCase()] : []));
  return [...new Set(names)];
}
