import { conditionCases } from '../arbitraries/condition-cases.ts';
import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import { errorsOf } from '../calls/responses.ts';
import { type Family, oneSided } from '../check/family.ts';
import { type Failure, failure } from '../check/outcome.ts';
import type { Condition } from '../contract/contract.ts';
import { errorMismatch } from '../errors/mismatch.ts';
import type { Invocation } from '../http/exchange.ts';
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

/**
 * The failure of a valid request that is refused with the status of a condition's own error before it is paid.
 *
 * Other errors of the operation may have this status, for resources that do not exist yet: they are known by their bodies.
 */
export async function ownRefusal(
  cache: AnswerCache,
  { error, summary }: Condition,
  invocation: Invocation,
): Promise<Failure | undefined> {
  const { operation } = invocation;
  const { run } = cache;
  if (error === undefined || operation.auth !== 'payment') return undefined;
  const exchange = await cache.send(invocation);
  const { status } = exchange.received;
  const own = errorsOf(run.contract, operation, error);
  const others = operation.errors
    .flatMap((id) => run.contract.errors[id] ?? [])
    .filter((entry) => entry.http === status && !own.includes(entry));
  const mayBeOther = others.some((entry) => entry.body === undefined || !errorMismatch(run, entry, exchange));
  if (others.length === 0 || mayBeOther || !own.some(({ http }) => http === status)) return undefined;
  return failure(`Valid request must be accepted: it satisfies the condition "${summary}".`, '402', exchange);
}
