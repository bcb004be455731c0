import type { RefusalReason } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';

/** Why a payment buys nothing. */
export interface PaymentRefusal {
  readonly reason: RefusalReason;
  /** A sentence for people. */
  readonly message: string;
}

/**
 * Refuses a payment.
 *
 * The specification names the error of each reason, and with it the status and the body of the response.
 */
export class PaymentProblem extends Problem {
  readonly reason: RefusalReason;
  /** The payment whose settlement failed, for the receipt that says so. */
  readonly unsettled?: Pick<Payment, 'network' | 'payer'>;

  constructor(
    reason: RefusalReason,
    fields: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
    unsettled?: Pick<Payment, 'network' | 'payer'>,
  ) {
    super(reason, fields, headers);
    this.name = 'PaymentProblem';
    this.reason = reason;
    if (unsettled) this.unsettled = unsettled;
  }
}

/** True where a payment was refused for a reason. */
export function isRefusal(error: unknown, reason: RefusalReason): boolean {
  return error instanceof PaymentProblem && error.reason === reason;
}
