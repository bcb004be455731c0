/** Checking a payment of scheme `exact` on an EVM network, without touching the network. */

import type { NetworkDefinition, PaymentDefinition } from '../operation.ts';
import { isRecord } from '../values.ts';
import type { SentPayment } from './header.ts';
import { type Offer, offerFor } from './offer.ts';
import type { Payment } from './payment.ts';
import { recoverSigner } from './recover.ts';
import { domainSeparator, transferDigest } from './typed-data.ts';

/** Seconds by which a payer's clock may run ahead of ours. */
const clockSkew = 60;

/** Seconds for which a payment may identify its signer where no offer says how long. */
const longestIdentification = 86_400;

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

/** Checks payments on a host's networks; a text is the reason for a refusal. `now` is in unix seconds. */
export type Verify = (sent: SentPayment, expected: Expected, now: number) => Payment | string;

/** Creates the verifier for a host's networks. */
export function createVerifier(definition: PaymentDefinition): Verify {
  const separators = new Map(
    [definition, ...(definition.also ?? [])].flatMap((each) => {
      const separator = separatorOf(each);
      return separator ? [[each.network, separator] as const] : [];
    }),
  );

  return (sent, expected, now) => {
    const difference = firstDifference(sent, expected);
    if (difference) return `The accepted ${difference} is not the one that was offered.`;
    const separator = separators.get(expected.network);
    if (!separator) return `Payments on ${expected.network} cannot be verified by this gateway.`;

    const { authorization, signature } = sent.payload;
    const value = BigInt(authorization.value);
    const validAfter = BigInt(authorization.validAfter);
    const validBefore = BigInt(authorization.validBefore);

    if (!same(authorization.to, expected.payTo)) return 'The authorization pays somebody else.';
    const amount = expected.amount ?? sent.accepted.amount ?? authorization.value;
    if (authorization.value !== amount) return 'The authorization is not over the exact amount.';
    if (validAfter > BigInt(now)) return 'The authorization is not valid yet.';
    if (validBefore <= BigInt(now)) return 'The authorization has expired.';
    const longest = expected.maxTimeoutSeconds ?? longestIdentification;
    if (validBefore > BigInt(now + longest + clockSkew))
      return 'The authorization is valid for longer than was offered.';

    const digest = transferDigest(separator, { ...authorization, value, validAfter, validBefore });
    const signer = recoverSigner(digest, signature);
    if (!signer || !same(signer, authorization.from)) return 'The signature is not that of the payer.';

    return {
      scheme: expected.scheme,
      network: expected.network,
      asset: expected.asset,
      payer: signer,
      payTo: expected.payTo.toLowerCase(),
      amount: value,
      nonce: authorization.nonce.toLowerCase(),
      validAfter: Number(validAfter),
      validBefore: Number(validBefore),
      proof: { signature },
    };
  };
}

/** Names the first field in which the accepted offer differs from ours. */
function firstDifference({ accepted, partial }: SentPayment, expected: Expected): string | undefined {
  if (accepted.scheme !== expected.scheme) return 'scheme';
  if (accepted.network !== expected.network) return 'network';
  if (partial) return undefined;
  if (!same(accepted.asset, expected.asset)) return 'asset';
  if (!same(accepted.payTo, expected.payTo)) return 'payTo';
  if (expected.amount !== undefined && accepted.amount !== expected.amount) return 'amount';
  const timeout = expected.maxTimeoutSeconds;
  if (timeout !== undefined && accepted.maxTimeoutSeconds !== timeout) return 'maxTimeoutSeconds';
  return sameDomain(accepted.extra, expected.extra) ? undefined : 'extra';
}

/** Compares addresses, which payers write in either case. */
function same(left: unknown, right: string): boolean {
  return typeof left === 'string' && left.toLowerCase() === right.toLowerCase();
}

/** Every field that was offered has to come back; what else a payer adds says nothing. */
function sameDomain(accepted: unknown, extra: Offer['extra']): boolean {
  return isRecord(accepted) && Object.entries(extra).every(([name, value]) => accepted[name] === value);
}

/** The domain that payments on a network are signed under; networks other than EVM ones have none. */
function separatorOf({ network, asset, domain }: NetworkDefinition): Uint8Array | undefined {
  if (!domain) return undefined;
  const chainId = BigInt(network.replace('eip155:', ''));
  return domainSeparator({ verifyingContract: asset, ...domain, chainId });
}
