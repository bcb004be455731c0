import { chainOf } from '../../wallet/networks.ts';
import { type Forgery, type ForgeryContext, refusal } from './refusal.ts';

/** Deployments of one token differ in their EIP-712 domain: a signature is valid for one of them only. */
export const rejectedDomain = refusal({
  id: 'payment.rejected.domain',
  codes: ['PAYMENT_INVALID'],
  forge: (context) => [
    {
      what: 'signed with the EIP-712 domain name of another token',
      departure: { evm: { domain: { name: 'Another Coin' } } },
    },
    { what: 'signed with another EIP-712 domain version', departure: { evm: { domain: { version: '99' } } } },
    ...signedForOtherOffers(context),
  ],
});

/** Of each other chain in the challenge, its id in a domain that is otherwise right, so that only the chain is wrong. */
function signedForOtherOffers({ offer, offers }: ForgeryContext): readonly Forgery[] {
  const own = chainOf(offer.network);
  const chains = new Set(offers.flatMap(({ network }) => chainOf(network) ?? []));
  return [...chains]
    .filter((chain) => chain !== own)
    .map((chain) => ({
      what: `signed with the chain id of eip155:${chain}, which the challenge offers as well,`,
      departure: { evm: { domain: { chainId: Number(chain) } } },
    }));
}
