import { sameAddress } from '@tollwright/runtime/payment/address';
import { fieldsOf } from '../../json/json.ts';
import { challengeCheck } from './challenge-check.ts';

/**
 * An offer in the token contract that is public knowledge names that contract's EIP-712 domain.
 *
 * The documents give no domain and payments are signed under the one offered, so a mismatch is reported but fails no run.
 */
export const challengeDomain = challengeCheck('payment.challenge.domain', ({ offers, run }) => {
  const profile = run.contract.host.payment;
  if (!profile) return undefined;
  const index = offers.findIndex(
    ({ network, asset }) => network === profile.network && sameAddress(asset, profile.asset),
  );
  const { name, version } = fieldsOf(offers[index]?.extra);
  const expected = profile.domain;
  if (!expected || index === -1 || (name === undefined && version === undefined)) return undefined;
  if (name === expected.name && version === expected.version) return undefined;
  return {
    detail: 'The EIP-712 domain does not match.',
    at: `/accepts/${index}/extra`,
    expected: { name: expected.name, version: expected.version },
    actual: { name, version },
  };
});
