/** Valid requests that show the boundary values of many fields at once: one accepted request serves many rules. */

import { readField, writeField } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { addressLimitOf } from '../calls/responses.ts';
import { oncePerRun, remembered } from '../check/once-per-run.ts';
import { type Run, type RunSettings, samplesFor } from '../check/run.ts';
import { oncePer } from '../common/once-per.ts';
import type { Operation, Rule } from '../contract/contract.ts';
import { callKey, type Invocation } from '../http/exchange.ts';
import { whereItCan } from '../http/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { constraintOf } from './constraint.ts';
import { planBoundaries } from './plan-valid.ts';
import { isShownBefore } from './shown.ts';

/**
 * Sends the requests that show the boundary values of all fields of an operation, once for each run.
 *
 * Their responses are not judged here: a rule whose values none of them shows, or that is not accepted, sends its own request.
 */
export async function showTogether(run: Run, rule: Rule, operation: Operation): Promise<void> {
  // They would use up a limit that the rules need for their own requests.
  if (addressLimitOf(run.contract, operation)) return;
  const known = await shownOnce(run);
  // More samples show more values.
  await remembered(known, `${operation.id} ${samplesFor(rule, run)}`, async () => {
    for (const call of callsOf(run, operation)) await whereItCan(() => answerCacheOf(run).send(call));
  });
}

const shownOnce = oncePerRun(async () => new Map<string, Promise<void>>());

/** The n-th call has the n-th value of each field, as far as these can be in one valid request. */
function callsOf(run: Run, operation: Operation): readonly Invocation[] {
  const { requests } = operationContextOf(run, operation);
  const values = valuesOf(run, operation);
  const rounds = Math.max(0, ...values.map(([, each]) => each.length));
  const calls = Array.from({ length: rounds }, (_, round) =>
    values.reduce((call, [field, each]) => {
      if (round >= each.length) return call;
      const changed = writeField(call, field, each[round]);
      return requests.allows(changed) ? changed : call;
    }, requests.base),
  );
  return [...new Map(calls.map((call) => [callKey(call), call])).values()];
}

type ValuesOfField = readonly [field: FieldPath, values: readonly unknown[]];

/** The values of each field that the rules of an operation send in requests of their own. */
function valuesOf(run: Run, operation: Operation): readonly ValuesOfField[] {
  const byField = new Map<string, { readonly field: FieldPath; readonly values: Map<string, unknown> }>();
  for (const rule of requestRulesOf(run)(operation.id)) {
    const constraint = constraintOf(rule, run);
    if (!constraint || constraint.keyword === 'default') continue;
    for (const planned of planBoundaries(constraint)) {
      const { invocation, shows } = planned;
      const [field] = shows;
      if (!field || field.length < 2 || isShownBefore(run, planned)) continue;
      const { values } = byField.get(field.join('.')) ?? { values: new Map<string, unknown>() };
      byField.set(field.join('.'), { field, values });
      const value = readField(invocation, field);
      values.set(JSON.stringify(value) ?? '', value);
    }
  }
  return [...byField.values()].map(({ field, values }) => [field, [...values.values()]]);
}

/** The rules about requests of each operation that a run may judge. */
export const requestRulesOf = oncePer((run: RunSettings) => {
  const byOperation = Map.groupBy(
    run.contract.rules.filter(({ kind, tier, operation }) => kind === 'request' && tier !== 'none' && operation),
    ({ operation }) => operation,
  );
  return (id: string) => byOperation.get(id) ?? [];
});
