import { challengeCheck, isText } from './challenge-check.ts';

/** Offers name their network, and the host's own is among them where the documents give its id. */
export const challengeNetwork = challengeCheck('payment.challenge.network', ({ offers, run }) => {
  const nameless = offers.findIndex(({ network }) => !isText(network));
  if (nameless !== -1) {
    return {
      detail: 'An offer names no network.',
      at: `/accepts/${nameless}/network`,
      expected: 'a network id',
      actual: offers[nameless]?.network,
    };
  }
  const { network, networkStatus } = run.contract.host.payment ?? {};
  if (networkStatus !== 'stated' && networkStatus !== 'derived') return undefined;
  if (offers.length === 0 || offers.some((offer) => offer.network === network)) return undefined;
  return {
    detail: "No offer is on the host's network.",
    at: '/accepts/0/network',
    expected: network,
    actual: offers.map((offer) => offer.network),
  };
});
