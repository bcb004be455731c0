import type { PaymentProfile } from '../contract/contract.ts';
import { networkKind } from '../wallet/networks.ts';

type Offer = Readonly<Record<string, unknown>>;

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
