import { breaksOnly, type ConditionCases, conditionCases, fieldsOf } from '../arbitraries/condition-cases.ts';
import type { OperationContext } from '../arbitraries/domain.ts';
import { readField, rootOf, writeField } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { errorsOf } from '../calls/responses.ts';
import { type Family, oneSided } from '../check/family.ts';
import { type Finding, failure, notTestable } from '../check/outcome.ts';
import { type Run, type RunSettings, samplesFor } from '../check/run.ts';
import { sampled } from '../common/spread.ts';
import type { Condition, Rule } from '../contract/contract.ts';
import { errorMismatch } from '../errors/responses.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { judge } from '../requests/judge.ts';
import { denseCalls, isCatalog } from '../requests/pairs.ts';
import { type InvalidRequest, planInvalid, planValid, type ValidRequest } from '../requests/planned.ts';
import { firstFindingOf, sendPlanned } from '../requests/send.ts';
import { isShownBefore } from '../requests/shown.ts';

/** A rule across fields: requests that break only this rule are refused with its error, requests that keep it are accepted. */
export const conditionFamily: Family = oneSided({
  kind: 'condition',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const condition = operation.conditions.find(({ id }) => id === rule.subject);
    if (!condition) return { verdict: 'error', detail: `${operation.id} has no condition "${rule.subject}".` };
    const context = operationContextOf(run, operation);
    const charged = run.level !== 'controlled';
    const all = conditionCases(condition, context, { seed: run.seed, charged });
    const samples = samplesFor(rule, run);
    const cases = {
      breaking: sampled(all.breaking, samples),
      keeping: sampled(all.keeping, samples),
      exempt: sampled(all.exempt, samples - 1),
    };
    const valid = validRequests(run, rule, context, condition, cases);
    const beside = await besideOthers(run, rule, context, condition, cases.breaking);
    const { names: _, ...unnamed } = condition;
    // Which of many fields an error names is open.
    const invalid = [
      ...invalidRequests(run, rule, context, condition, cases.breaking),
      ...invalidRequests(run, rule, context, unnamed, beside),
    ];
    const finding = (await findingOnValid(run, condition, valid)) ?? (await firstFindingOf(run, invalid));
    if (finding) return finding;
    const detail = `Requests judged: ${invalid.length} that break it, ${valid.length} that do not.`;
    if (invalid.length > 0) return { verdict: 'pass', detail };
    return notTestable('suite', 'No request was found that breaks only this rule on this target.');
  },
});

/** The requests that keep the condition, and those to which it does not apply. */
function validRequests(
  run: RunSettings,
  rule: Rule,
  context: OperationContext,
  condition: Condition,
  { breaking, keeping, exempt }: ConditionCases,
): readonly ValidRequest[] {
  const { summary, names: field } = condition;
  const shows = fieldsOf(condition);
  // Where an invalid call or one of the other side is accepted, the refusal of a valid one is about this rule.
  const sides = [
    [keeping, [...exempt, ...breaking], `it satisfies the condition "${summary}"`],
    [exempt, [...keeping, ...breaking], `the condition "${summary}" does not apply`],
  ] as const;
  return sides.flatMap(([calls, siblings, because]) =>
    calls.map((invocation) => planValid(run, rule, context, { invocation, because, siblings, shows, field })),
  );
}

/** Calls that break the condition for the same model and have many other fields besides, which must not hide it. */
async function besideOthers(
  run: Run,
  rule: Rule,
  context: OperationContext,
  condition: Condition,
  breaking: readonly Invocation[],
): Promise<readonly Invocation[]> {
  if (run.level !== 'controlled' || rule.tier !== 'must') return [];
  const dense = await denseCalls(run, context.operation);
  return breaking.flatMap((call, index) => {
    const others = [...dense.slice(index % dense.length), ...dense.slice(0, index % dense.length)];
    const beside = others.values().map((other) => {
      const names = Object.keys({ ...Object(call.body), ...Object(other.body) });
      // Another model may ignore a field.
      const models = names.map((name): FieldPath => [rootOf.body, name]).filter((field) => isCatalog(field, context));
      const kept = [...fieldsOf(condition), ...models];
      return kept.reduce((changed, field) => writeField(changed, field, readField(call, field)), other);
    });
    return beside
      .filter((changed) => breaksOnly(condition, changed, context.requests))
      .take(besides)
      .toArray();
  });
}

/** Calls with other fields for each call that breaks a condition. */
const besides = 2;

function invalidRequests(
  run: RunSettings,
  rule: Rule,
  context: OperationContext,
  { summary, names, error }: Condition,
  breaking: readonly Invocation[],
): readonly InvalidRequest[] {
  return breaking.map((invocation) =>
    planInvalid(run, rule, context, {
      invocation,
      part: 'body',
      because: `it breaks the condition "${summary}"`,
      error,
      ...(names !== undefined && { names: { name: names, always: true } }),
    }),
  );
}

async function findingOnValid(run: Run, condition: Condition, requests: readonly ValidRequest[]): Promise<Finding> {
  for (const request of requests) {
    if (isShownBefore(run, request)) continue;
    const responses = await sendPlanned(run, request);
    const finding = judge(run, request, responses) ?? ownRefusal(run, condition, request, responses.unpaid);
    if (finding) return finding;
  }
  return undefined;
}

/**
 * The failure of a valid request that is refused with the status of a condition's own error before it is paid.
 *
 * Other errors of the operation may have this status, for resources that do not exist yet: they are known by their bodies.
 */
function ownRefusal(
  run: RunSettings,
  { error, summary }: Condition,
  { invocation: { operation } }: ValidRequest,
  unpaid: Exchange,
): Finding {
  if (error === undefined || operation.auth !== 'payment') return undefined;
  const { status } = unpaid.received;
  const own = errorsOf(run.contract, operation, error);
  const others = operation.errors
    .flatMap((id) => run.contract.errors[id] ?? [])
    .filter((entry) => entry.http === status && !own.includes(entry));
  const mayBeOther = others.some((entry) => entry.body === undefined || !errorMismatch(run, entry, unpaid));
  if (others.length === 0 || mayBeOther || !own.some(({ http }) => http === status)) return undefined;
  return failure(`Valid request must be accepted: it satisfies the condition "${summary}".`, '402', unpaid);
}
