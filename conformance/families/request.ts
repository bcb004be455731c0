import type { Family } from '../check/check.ts';
import { constraintOf } from '../requests/constraint.ts';
import { checkDefault } from '../requests/default.ts';
import { checkInvalid } from '../requests/invalid.ts';
import { oneSided } from '../requests/one-sided.ts';
import { checkOptional, checkValid } from '../requests/valid.ts';

/** One keyword of a request's schema: what just breaks it is refused, what just keeps it is not. */
export const requestFamily: Family = oneSided({
  kind: 'request',
  async check(rule, run) {
    const aim = constraintOf(rule, run);
    if (!aim) return { verdict: 'error', detail: 'The rule does not say which part of which request it is about.' };
    const all = aim.keyword === 'default' ? [checkDefault] : [checkOptional, checkValid, checkInvalid];
    const judged = [];
    for (const check of all) {
      const { count, finding } = await check(aim);
      if (finding?.verdict === 'fail') return finding;
      judged.push({ count, finding });
    }
    const undecided = judged.find(({ finding }) => finding)?.finding;
    if (undecided) return undecided;
    const count = judged.reduce((sum, each) => sum + each.count, 0);
    if (count > 0) return { verdict: 'pass', detail: `Requests judged: ${count}.` };
    return { verdict: 'not-testable', detail: 'No request was found that breaks or touches this keyword alone.' };
  },
});
