import { offerCheck } from './challenge-check.ts';

/** The window is the operation's where the documents state one, else the host's where they state that. */
export const challengeWindow = offerCheck('payment.challenge.window', ({ maxTimeoutSeconds }, { operation, run }) => {
  const profile = run.contract.host.payment;
  const expected = operation.payment?.window ?? (profile?.windowStatus === 'stated' ? profile.window : undefined);
  if (expected === undefined || Number(maxTimeoutSeconds) === expected) return undefined;
  return { detail: 'The window is another.', at: '/maxTimeoutSeconds', expected, actual: maxTimeoutSeconds };
});
