/** Headers of the x402 standard, for sellers whose specification is not known. */

import type { ReceiptContent, TransportDefinition } from '../operation/host.ts';

/** The headers that carry challenges, payments and receipts. */
export interface TransportHeaders extends Pick<TransportDefinition, 'challenge' | 'payment' | 'extensions'> {
  readonly receipt: Pick<TransportDefinition['receipt'], 'headers'>;
}

/** The header of payments of version 1. */
export const version1Header = 'X-PAYMENT';

/** The headers of versions 2 and 1 of the standard; in version 1 the body alone carries the challenge. */
export const standardTransport: TransportHeaders & Pick<TransportDefinition, 'receipt'> = {
  challenge: { headers: { 'PAYMENT-REQUIRED': '{base64}' }, body: 'free' },
  payment: {
    headers: ['PAYMENT-SIGNATURE', version1Header],
    versions: [2, 1],
    encodings: ['base64', 'base64url'],
    maxLength: 8192,
  },
  receipt: {
    headers: { 'PAYMENT-RESPONSE': 'settlement', 'X-PAYMENT-RESPONSE': 'settlement' },
    success: { success: true },
    failure: { success: false },
  },
};

/** The forms of headers that carry offers, by lower-case name: those of the standard, and others that carry nothing else. */
export function requirementForms({ challenge }: TransportHeaders): ReadonlyMap<string, string> {
  const usual = standardTransport.challenge.headers;
  const forms = Object.entries({ ...usual, ...challenge.headers });
  return new Map(
    forms.flatMap(([name, form]) => (form === '{base64}' || name in usual ? [[name.toLowerCase(), form]] : [])),
  );
}

/** The lower-case names of headers that report a settlement in a form, by a transport and by the standard. */
export function receiptNames(
  { receipt }: Pick<TransportHeaders, 'receipt'>,
  content: ReceiptContent,
): readonly string[] {
  const all = Object.entries({ ...receipt.headers, ...standardTransport.receipt.headers });
  return [...new Set(all.flatMap(([name, own]) => (own === content ? [name.toLowerCase()] : [])))];
}
