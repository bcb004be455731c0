import type { Payment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { unixSeconds } from '../system/clock.ts';
import { expectedOf } from '../x402/expected.ts';
import { decodePayment } from '../x402/header.ts';
import { lateProblem } from '../x402/lateness.ts';
import type { createOffers } from '../x402/offer.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** Decodes and verifies a payment, and counts the call under the limits of its payer. */
export async function verifyPayment(
  { verify, services, limits }: PipelineParts,
  checked: CheckedRequest,
  header: string,
  offers: ReturnType<typeof createOffers>,
  options: { readonly anyAmount?: boolean; readonly mayBeLate?: boolean } = {},
): Promise<Payment> {
  const sent = decodePayment(header);
  if (typeof sent === 'string' || !verify) throw new Problem('payment-invalid', { message: sent });
  const payment = await verify(sent, expectedOf(sent, offers, options), unixSeconds(services.clock));
  if ('error' in payment) throw new Problem(payment.error, { message: payment.message });
  if (payment.late !== undefined && !options.mayBeLate) throw lateProblem(payment);
  const counted = await limits.count(checked.route, { payer: payment.payer });
  checked.headers = { ...checked.headers, ...counted };
  return payment;
}
