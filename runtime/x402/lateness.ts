import type { Payment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { isSolana } from './offer.ts';

/** Seconds that a payment must still be valid when its call begins, since it settles after that: or half of its window. */
const leastLeft = 30;

/** How long a payment may be valid at most, in seconds, and what it is for. */
export interface Lifetime {
  readonly longest: number;
  /** Unix seconds. */
  readonly now: number;
  /** True for one that identifies its signer: it is not settled, so that all of its time counts. */
  readonly identifies: boolean;
}

/** Why what was signed, valid until `end` (unix seconds), comes too late to buy a call; nothing while it is in time. */
export function lateness(what: string, end: number, { longest, now, identifies }: Lifetime): Pick<Payment, 'late'> {
  if (end <= now) return { late: `The ${what} has expired.` };
  if (identifies || end >= now + Math.min(leastLeft, Math.floor(longest / 2))) return {};
  return { late: `The ${what} expires in less than ${leastLeft} seconds, before its call may have ended.` };
}

/** What a payment that comes too late is refused with: on Solana, the block that it names is what is too old. */
export function lateProblem({ network, late }: Pick<Payment, 'network' | 'late'>): Problem {
  return new Problem(isSolana({ network }) ? 'payment-blockhash-stale' : 'payment-invalid', { message: late });
}
