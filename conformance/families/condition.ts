import { conditionCases } from '../arbitraries/condition-cases.ts';
import type { Family } from '../check/check.ts';
import { answerCacheOf } from '../requests/answer-cache.ts';
import { oneSided } from '../requests/one-sided.ts';
import { ownRefusal } from '../requests/own-refusal.ts';
import { judgeInvalid, judgeValid } from '../requests/verdicts.ts';

/** A rule across fields: requests that break only this rule are refused with its error, requests that keep it are accepted. */
export const conditionFamily: Family = oneSided({
  kind: 'condition',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const condition = operation.conditions.find(({ id }) => id === rule.subject);
    if (!condition) return { verdict: 'error', detail: `${operation.id} has no condition "${rule.subject}".` };
    const cache = answerCacheOf(run);
    const requests = cache.requests(operation);
    const context = { operation, requests, evaluator: run.evaluator, material: cache.material };
    const charged = run.level !== 'controlled';
    const { breaking: invalid, keeping, exempt } = conditionCases(condition, context, { seed: run.seed, charged });

    // Where an invalid call or one of the other side is accepted, the refusal of a valid one is about this rule.
    const field = condition.names;
    for (const [valid, siblings, because] of [
      [keeping, [...exempt, ...invalid], `it satisfies the condition "${condition.summary}"`],
      [exempt, [...keeping, ...invalid], `the condition "${condition.summary}" does not apply`],
    ] as const) {
      for (const invocation of valid) {
        const finding =
          (await judgeValid(cache, rule, invocation, because, { siblings, field })) ??
          (await ownRefusal(cache, condition, invocation));
        if (finding) return finding;
      }
    }
    for (const invocation of invalid) {
      const finding = await judgeInvalid(cache, rule, {
        invocation,
        part: 'body',
        because: `it breaks the condition "${condition.summary}"`,
        ...(condition.error !== undefined && { error: condition.error }),
        ...(condition.names !== undefined && { names: { name: condition.names, always: true } }),
      });
      if (finding) return finding;
    }
    const valid = keeping.length + exempt.length;
    const detail = `Requests judged: ${invalid.length} that break it, ${valid} that do not.`;
    if (invalid.length > 0) return { verdict: 'pass', detail };
    return { verdict: 'not-testable', detail: 'No request was found that breaks only this rule on this target.' };
  },
});
