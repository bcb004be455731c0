import { sameAddress } from '@tollwright/runtime/payment/address';
import { challengeCheck } from './challenge-check.ts';

/**
 * An offer on the host's network is paid in the token contract that is public knowledge there.
 *
 * The documents name the token and not its address, so a mismatch is reported but fails no run.
 */
export const challengeAssetAddress = challengeCheck('payment.challenge.asset-address', ({ offers, run }) => {
  const profile = run.contract.host.payment;
  const index = offers.findIndex((offer) => offer.network === profile?.network);
  const asset = offers[index]?.asset;
  if (!profile || index === -1 || sameAddress(asset, profile.asset)) return undefined;
  return {
    detail: 'asset does not match.',
    at: `/accepts/${index}/asset`,
    expected: profile.asset,
    actual: asset,
  };
});
