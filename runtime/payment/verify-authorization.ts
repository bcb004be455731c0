/** Checking a payment of scheme `exact` on an EVM network (EIP-3009), without touching the network. */

import type { NetworkDefinition } from '../operation.ts';
import { addressId, sameAddress } from './address.ts';
import type { Expected } from './expected.ts';
import type { SentAuthorization } from './header.ts';
import type { Payment } from './payment.ts';
import { recoverSigner } from './recover.ts';
import { invalid, type Refused } from './refused.ts';
import { domainSeparator, transferDigest } from './typed-data.ts';

/** Seconds by which a payer's clock may run ahead of ours. */
const clockSkew = 60;

/** Seconds that a payment must still be valid when its call begins, since it settles after that: or half of its window. */
const leastLeft = 30;

/** What an authorization is held against. */
export interface AuthorizationTerms {
  readonly separator: Uint8Array;
  readonly expected: Expected;
  /** In the asset's smallest unit; undefined where any will do. */
  readonly amount: unknown;
  /** Seconds for which it may be valid at most. */
  readonly longest: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Checks an authorization and who signed it. */
export function verifyAuthorization(
  { authorization, signature }: SentAuthorization,
  { separator, expected, amount, longest, now }: AuthorizationTerms,
): Payment | Refused {
  const value = BigInt(authorization.value);
  const validAfter = BigInt(authorization.validAfter);
  const validBefore = BigInt(authorization.validBefore);

  if (!sameAddress(authorization.to, expected.payTo))
    return invalid('The authorization does not pay the expected payee.');
  if (amount !== undefined && authorization.value !== amount)
    return invalid('The authorization is not for the exact amount.');
  if (validAfter > BigInt(now)) return invalid('The authorization is not valid yet.');
  if (validBefore <= BigInt(now)) return invalid('The authorization has expired.');
  // One that identifies its signer is not settled, so the rest of its time does not matter.
  if (amount !== undefined && validBefore < BigInt(now + Math.min(leastLeft, Math.floor(longest / 2))))
    return invalid(`The authorization expires in less than ${leastLeft} seconds, before its call may have ended.`);
  if (validBefore > BigInt(now + longest + clockSkew))
    return invalid('The authorization is valid for longer than the offer allows.');

  const digest = transferDigest(separator, { ...authorization, value, validAfter, validBefore });
  const signer = recoverSigner(digest, signature);
  if (!signer || !sameAddress(signer, authorization.from)) return invalid('The signature does not match the payer.');

  return {
    scheme: expected.scheme,
    network: expected.network,
    asset: expected.asset,
    payer: signer,
    payTo: addressId(expected.payTo),
    amount: value,
    nonce: authorization.nonce.toLowerCase(),
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
    proof: { signature },
  };
}

/** The domain that payments on a network are signed under; networks other than EVM ones have none. */
export function separatorOf({ network, asset, domain }: NetworkDefinition): Uint8Array | undefined {
  if (!domain) return undefined;
  const chainId = BigInt(network.replace('eip155:', ''));
  return domainSeparator({ verifyingContract: asset, ...domain, chainId });
}
