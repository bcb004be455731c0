import { conditionCases } from '../arbitraries/condition-cases.ts';
import type { Family } from '../check/check.ts';
import type { Invocation } from '../check/exchange.ts';
import { answerCacheOf } from '../requests/answer-cache.ts';
import { oneSided } from '../requests/one-sided.ts';
import { sampleOf } from '../requests/sample.ts';
import { judgeInvalid, judgeValid } from '../requests/verdicts.ts';

/** A rule across fields: requests that break it alone are refused with its error, requests that keep it are not. */
export const conditionFamily: Family = oneSided({
  kind: 'condition',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const condition = operation.conditions.find(({ id }) => id === rule.subject);
    if (!condition) return { verdict: 'error', detail: `${operation.id} has no condition "${rule.subject}".` };
    const cache = answerCacheOf(run);
    const requests = cache.requests(operation);
    const context = { operation, requests, evaluator: run.evaluator, material: cache.material };
    const breaksOnlyThis = (call: Invocation) => {
      const broken = requests.broken(call).filter(({ status }) => status !== 'unknown');
      return requests.fits(call) && broken.length === 1 && broken[0] === condition && !requests.undecided(call);
    };
    const { breaking, keeping, exempt } = conditionCases(condition, context, breaksOnlyThis, run.seed);
    const stated = condition.violation === undefined ? [] : [sampleOf(operation, condition.violation)];
    const wrongs = [...stated.filter(breaksOnlyThis), ...breaking];

    // Where a wrong call or one of the other side is taken, the refusal of a right one is about this rule.
    const field = condition.names;
    for (const [right, siblings, because] of [
      [keeping, [...exempt, ...wrongs], `it satisfies the condition "${condition.summary}"`],
      [exempt, [...keeping, ...wrongs], `the condition "${condition.summary}" does not apply`],
    ] as const) {
      for (const invocation of right) {
        const finding = await judgeValid(cache, rule, invocation, because, { siblings, field });
        if (finding) return finding;
      }
    }
    for (const invocation of wrongs) {
      const finding = await judgeInvalid(cache, rule, {
        invocation,
        part: 'body',
        because: `it breaks the condition "${condition.summary}"`,
        ...(condition.error !== undefined && { error: condition.error }),
        ...(condition.names !== undefined && { names: { name: condition.names, always: true } }),
      });
      if (finding) return finding;
    }
    const right = keeping.length + exempt.length;
    const detail = `Requests judged: ${wrongs.length} that break it, ${right} that do not.`;
    if (wrongs.length > 0) return { verdict: 'pass', detail };
    return { verdict: 'not-testable', detail: 'On this target no request was found that breaks this rule alone.' };
  },
});
