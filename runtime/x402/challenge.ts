/** The 402 answer: what a call costs and how to pay for it (x402 v2). */

import type { Quote } from '../money/formula.ts';
import { formatUsd } from '../money/usd.ts';
import type { SettledPayment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import type { Offer } from './offer.ts';

/** What a challenge is about: the address of the call and what it is. */
export interface Resource {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The body and headers of a 402. */
export interface Challenge {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a challenge; its headers carry the same requirements as its body. `words` override its own. */
export function createChallenge(
  accepts: readonly [Offer, ...Offer[]],
  quote: Quote,
  resource: Resource,
  words: Readonly<Record<string, unknown>>,
): Challenge {
  const { error } = words;
  const usd = formatUsd(quote.amount);
  const [offer] = accepts;
  const requirements = encode({ x402Version: 2, error, resource, accepts });

  return {
    body: {
      x402Version: 2,
      message: `This call costs ${usd} USD. Sign one of \`accepts\` and send the call again with PAYMENT-SIGNATURE.`,
      accepts,
      price: priceOf(usd, quote),
      paymentInfo: { network: offer.network, asset: offer.asset, x402Version: 2 },
      resource,
      ...quote.details,
      ...words,
    },
    headers: {
      'PAYMENT-REQUIRED': requirements,
      'X-Payment-Required': requirements,
      'WWW-Authenticate': `X402 requirements="${requirements}"`,
    },
  };
}

function priceOf(amount: string, { breakdown }: Quote) {
  for (const _ in breakdown) return { amount, currency: 'USD', breakdown };
  return { amount, currency: 'USD' };
}

/** The headers that report a settlement. */
export function receiptHeaders({ txHash, network, payer }: SettledPayment): Record<string, string> {
  return { ...responseHeaders({ success: true, transaction: txHash, network, payer }), 'X-Payment-Receipt': txHash };
}

/** The headers that report a settlement which failed: nothing was charged. */
export function failureHeaders({ network, payer }: Pick<SettledPayment, 'network' | 'payer'>): Record<string, string> {
  return responseHeaders({ success: false, errorReason: 'settlement_failed', transaction: '', network, payer });
}

function responseHeaders(receipt: unknown): Record<string, string> {
  const encoded = encode(receipt);
  return { 'PAYMENT-RESPONSE': encoded, 'X-Payment-Response': encoded };
}

/** Base64 of JSON. Text that is all ASCII goes the way that makes no buffer. */
function encode(value: unknown): string {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) === text.length ? btoa(text) : Buffer.from(text).toString('base64');
}

/**
 * Asks for a payment whose price only the handler knows, such as that of the job which is polled.
 *
 * The answer is a challenge for the quote with `fields` over it.
 */
export class PaymentRequired extends Problem {
  readonly quote: Quote;

  constructor(quote: Quote, fields: Readonly<Record<string, unknown>> = {}) {
    super('payment-required', fields);
    this.name = 'PaymentRequired';
    this.quote = quote;
  }
}
