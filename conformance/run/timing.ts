/** How long a check may take, and whether it waits for the limits of the target. */

import type { Patience } from '../check/context.ts';
import type { Run } from '../check/run.ts';
import type { Rule } from '../contract/contract.ts';

/** Milliseconds that a check may take: slow responses and limits, each of which is used up some four times, add to the usual timeout. */
export function timeoutOf(
  { operation, kind, subject }: Rule,
  { contract, operation: find }: Run,
  usual: number,
): number {
  const response = operation === undefined ? 0 : (find(operation).timeout ?? 0);
  const limit = kind === 'limit' ? contract.limits.find(({ id }) => id === subject) : undefined;
  return usual + (response + 4 * (limit?.count ?? 0)) * 1000;
}

/**
 * Whether a check that runs alone waits when a limit of the target refuses it, unless that refusal is what it judges.
 *
 * Where the clock can be moved, the check moves it to the next window itself, so that only short waits are left; elsewhere
 * earlier calls may have used the limits up.
 */
export function patienceAlone(rule: Rule, run: Run): Patience {
  if (isAboutLimit(rule, run)) return false;
  return run.control?.capabilities.has('clock') ? 'shortly' : true;
}

/** Whether a rule is about the response to a caller that exceeds a limit. */
function isAboutLimit({ kind, subject = '' }: Rule, { contract }: Run): boolean {
  if (kind === 'error') return contract.errors[subject]?.http === 429;
  const scenario = kind === 'scenario' ? contract.scenarios.find(({ id }) => id === subject) : undefined;
  return kind === 'limit' || scenario?.steps.some(({ upstream }) => upstream?.outcome === 'capacity') === true;
}
