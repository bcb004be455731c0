import { challengeCheck } from './challenge-check.ts';

/** A host of several networks offers more than one of them, since a payer learns of them nowhere else. */
export const challengeSeveralNetworks = challengeCheck('payment.challenge.several-networks', ({ offers }) => {
  const networks = [...new Set(offers.map(({ network }) => String(network)))];
  return networks.length > 1
    ? undefined
    : { detail: 'All offers are on one network.', at: '/accepts', expected: 'several networks', actual: networks };
});
