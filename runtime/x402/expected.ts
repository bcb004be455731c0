import { isObject } from '../values/json.ts';
import { sameAddress } from './address.ts';
import type { SentPayment } from './header.ts';
import { type Offer, offerFor } from './offer.ts';

/** What a payment is held against. Without `amount` it identifies its signer and buys nothing. */
export type Expected = Omit<Offer, 'amount' | 'maxTimeoutSeconds'> & Partial<Offer>;

/** What a payment is held against: the offer that it accepts, or that offer for any amount and time. */
export function expectedOf(
  { accepted }: SentPayment,
  offers: readonly [Offer, ...Offer[]],
  { anyAmount = false }: { readonly anyAmount?: boolean } = {},
): Expected {
  const offer = offerFor(offers, accepted.network);
  if (!anyAmount) return offer;
  const { amount: _, maxTimeoutSeconds: __, ...rest } = offer;
  return rest;
}

/** Names the first field in which the accepted offer differs from ours. */
export function firstDifference({ accepted, partial }: SentPayment, expected: Expected): string | undefined {
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

/** Every field that was offered has to come back; what else a payer adds says nothing. */
function sameExtra(accepted: unknown, extra: Offer['extra']): boolean {
  return isObject(accepted) && Object.entries(extra).every(([name, value]) => accepted[name] === value);
}
