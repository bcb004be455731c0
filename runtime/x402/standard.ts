/** Headers of the x402 standard, for sellers whose specification is not known. */

import type { TransportDefinition } from '../operation/host.ts';

/** The headers that carry challenges, payments and receipts. */
export type TransportHeaders = Omit<TransportDefinition, 'refusals'>;

/** The headers of versions 2 and 1 of the standard; in version 1 the body alone carries the challenge. */
export const standardTransport: TransportHeaders = {
  challenge: { headers: { 'PAYMENT-REQUIRED': '{base64}' } },
  payment: { headers: ['PAYMENT-SIGNATURE', 'X-PAYMENT'], versions: [2, 1], maxLength: 8192 },
  receipt: { headers: { 'PAYMENT-RESPONSE': 'settlement', 'X-PAYMENT-RESPONSE': 'settlement' } },
};
