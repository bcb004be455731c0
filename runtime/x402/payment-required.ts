import type { Quote } from '../money/quote.ts';
import { Problem } from '../operation/problem.ts';

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
