import { offerCheck } from './challenge-check.ts';

/** maxTimeoutSeconds is that of the operation where the documents state one, else that of the host where they state it. */
export const challengeWindow = offerCheck('payment.challenge.window', ({ maxTimeoutSeconds }, { operation, run }) => {
  const profile = run.contract.host.payment;
  const expected = operation.payment?.window ?? (profile?.windowStatus === 'stated' ? profile.window : undefined);
  if (expected === undefined || Number(maxTimeoutSeconds) === expected) return undefined;
  return { detail: 'maxTimeoutSeconds does not match.', at: '/maxTimeoutSeconds', expected, actual: maxTimeoutSeconds };
});
