import { hash } from 'node:crypto';
import type { IncomingCall } from '../http/request.ts';
import type { Payment } from '../operation/payment.ts';
import { isObject } from '../values/json.ts';
import { sameAddress } from './address.ts';
import type { PaymentPayload } from './header.ts';
import { isSolana, type Offer, offerFor } from './offer.ts';
import { PaymentProblem } from './refusal.ts';

/** The terms that a payment must meet. Without `amount` the payment identifies its signer and buys nothing. */
export type PaymentTerms = Omit<Offer, 'amount' | 'maxTimeoutSeconds'> & Partial<Offer>;

/** The terms of the offer that a payment accepts; with `anyAmount`, for any amount and time. */
export function termsOf(
  { accepted }: PaymentPayload,
  offers: readonly [Offer, ...Offer[]],
  { anyAmount = false }: { readonly anyAmount?: boolean } = {},
): PaymentTerms {
  const offer = offerFor(offers, accepted.network);
  if (!anyAmount) return offer;
  const { amount: _, maxTimeoutSeconds: __, ...rest } = offer;
  return rest;
}

/** Names the first field in which the accepted offer differs from ours. */
export function firstDifference(
  { accepted, partial }: PaymentPayload,
  expected: PaymentTerms,
): keyof Offer | undefined {
  if (accepted.scheme !== expected.scheme) return 'scheme';
  if (accepted.network !== expected.network) return 'network';
  if (partial) return undefined;
  if (!sameAddress(accepted.asset, expected.asset)) return 'asset';
  if (!sameAddress(accepted.payTo, expected.payTo)) return 'payTo';
  if (expected.amount !== undefined && accepted.amount !== expected.amount) return 'amount';
  const timeout = expected.maxTimeoutSeconds;
  if (timeout !== undefined && accepted.maxTimeoutSeconds !== timeout) return 'maxTimeoutSeconds';
  return sameExtra(accepted.extra, expected.extra) ? undefined : 'extra';
}

/** A payment must repeat every offered field; fields that a payer adds are ignored. */
function sameExtra(accepted: unknown, extra: Offer['extra']): boolean {
  return isObject(accepted) && Object.entries(extra).every(([name, value]) => accepted[name] === value);
}

/** Seconds that a payment must still be valid when its call begins, because it settles later; half of its window if that is less. */
const minSecondsLeft = 30;

/** Time limits of a payment, and its purpose. */
export interface Lifetime {
  readonly maxSeconds: number;
  /** Unix seconds. */
  readonly now: number;
  /** True for a payment that only identifies its signer: it does not settle, so it may be used until its end. */
  readonly identifies: boolean;
}

/** The reason why a payment that is valid until `end` (unix seconds) is too late to buy a call; empty if it is in time. */
export function lateness(what: string, end: number, { maxSeconds, now, identifies }: Lifetime): Pick<Payment, 'late'> {
  if (end <= now) return { late: `The ${what} has expired.` };
  if (identifies || end >= now + Math.min(minSecondsLeft, Math.floor(maxSeconds / 2))) return {};
  return { late: `The ${what} expires in less than ${minSecondsLeft} seconds, before its call may have ended.` };
}

/** The problem of a payment that is too late. On Solana, the block that it names is too old. */
export function lateProblem({ network, late }: Pick<Payment, 'network' | 'late'>): PaymentProblem {
  return new PaymentProblem(isSolana({ network }) ? 'stale-block' : 'expired', { message: late });
}

/** Identifies the request that a payment pays for: an EIP-3009 signature states the amount, not the request. */
export function fingerprint({ method, path, query }: IncomingCall, body: Uint8Array, offer: Offer): string {
  const terms = JSON.stringify([method, path, query, offer.amount, offer.payTo, offer.network, offer.asset]);
  return hash('sha256', Buffer.concat([Buffer.from(terms), body]));
}
