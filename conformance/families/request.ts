import { type Family, oneSided } from '../check/family.ts';
import { constraintOf } from '../requests/constraint.ts';
import { checkDefault } from '../requests/default.ts';
import { checkInvalid } from '../requests/invalid.ts';
import { checkOptional, checkValid } from '../requests/valid.ts';

/** One keyword of a request's schema: values that just break it are refused, values that just keep it are accepted. */
export const requestFamily: Family = oneSided({
  kind: 'request',
  async check(rule, run) {
    const constraint = constraintOf(rule, run);
    if (!constraint)
      return { verdict: 'error', detail: 'The rule has no operation, or no schema location in its request.' };
    const all = constraint.keyword === 'default' ? [checkDefault] : [checkOptional, checkValid, checkInvalid];
    const judged = [];
    for (const check of all) {
      const { count, finding } = await check(constraint);
      if (finding?.verdict === 'fail') return finding;
      judged.push({ count, finding });
    }
    const undecided = judged.find(({ finding }) => finding)?.finding;
    if (undecided) return undecided;
    const count = judged.reduce((sum, each) => sum + each.count, 0);
    if (count > 0) return { verdict: 'pass', detail: `Requests judged: ${count}.` };
    return {
      verdict: 'not-testable',
      detail: 'No request was found that only this keyword makes invalid, or that is at its bound.',
    };
  },
});
