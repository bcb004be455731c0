import { challengeCheck, isText } from './challenge-check.ts';

/** Each offer has a network, and one of them is that of the host where the documents state its id. */
export const challengeNetwork = challengeCheck('payment.challenge.network', ({ offers, run }) => {
  const nameless = offers.findIndex(({ network }) => !isText(network));
  if (nameless !== -1) {
    return {
      detail: 'network is missing or empty.',
      at: `/accepts/${nameless}/network`,
      expected: 'a network id',
      actual: offers[nameless]?.network,
    };
  }
  const { network, networkStatus } = run.contract.host.payment ?? {};
  if (networkStatus !== 'stated' && networkStatus !== 'derived') return undefined;
  if (offers.length === 0 || offers.some((offer) => offer.network === network)) return undefined;
  return {
    detail: 'No offer is on the network of the host.',
    at: '/accepts/0/network',
    expected: network,
    actual: offers.map((offer) => offer.network),
  };
});
