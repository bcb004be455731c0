import { unixSeconds } from '../clock.ts';
import { expectedOf } from '../payment/expected.ts';
import { decodePayment } from '../payment/header.ts';
import { lateProblem } from '../payment/lateness.ts';
import type { createOffers } from '../payment/offer.ts';
import type { Payment } from '../payment/payment.ts';
import { Problem } from '../problem.ts';
import type { CheckedRequest } from '../request-context.ts';
import type { PipelineParts } from './parts.ts';

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
