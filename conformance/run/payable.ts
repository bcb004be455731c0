import type { PaymentProfile } from '../contract/contract.ts';
import { networkKind } from '../wallet/networks.ts';

/** An offer of a challenge. */
export type Offer = Readonly<Record<string, unknown>>;

/**
 * The offer of a challenge on the network of the host, or on another one that is asked for.
 *
 * Where the documents do not state the id of that network, any network of its kind is accepted.
 */
export function payableOffer(
  accepts: readonly Offer[],
  profile: PaymentProfile | undefined,
  asked = profile?.network,
): Offer | undefined {
  const exact = accepts.filter(({ scheme }) => scheme === 'exact');
  const own = exact.find(({ network }) => network === asked);
  const isGiven = profile?.networkStatus === 'stated' || profile?.networkStatus === 'derived';
  if (own || !profile || isGiven) return own;
  return exact.find(({ network }) => networkKind(network) === networkKind(profile.network));
}

/**
 * The first offer on another network than `payableOffer` returns, of its kind, so that the same wallet can pay it.
 */
export function otherNetworkOffer(
  accepts: readonly Offer[],
  profile: PaymentProfile | undefined,
  asked = profile?.network,
): Offer | undefined {
  const usual = payableOffer(accepts, profile, asked);
  const kind = networkKind(usual?.network);
  if (!usual || !kind) return undefined;
  return accepts.find(
    ({ scheme, network }) => scheme === 'exact' && network !== usual.network && networkKind(network) === kind,
  );
}
