/** Requests on both sides of a condition across fields. */

import type { Invocation } from '../check/exchange.ts';
import type { Condition } from '../contract/contract.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { sampleOf } from '../requests/sample.ts';
import { domainOf, type OperationContext } from './domain.ts';
import { readField, writeField } from './fields.ts';
import { shuffled } from './shuffled.ts';

/** Requests that break only this condition, requests that satisfy it, and requests to which it does not apply. */
export interface ConditionCases {
  readonly breaking: readonly Invocation[];
  readonly keeping: readonly Invocation[];
  /** The condition would reject them if it applied. */
  readonly exempt: readonly Invocation[];
}

/** Combinations of values that are tried, and requests kept on each side. */
const sizes = { tried: 1500, breaking: 60, keeping: 60, exempt: 2 };

/** Values of one field that are combined. */
const widest = 40;

/** Finds requests by combining values of the fields that a condition reads. */
export function conditionCases(
  condition: Condition,
  context: OperationContext,
  breaks: (call: Invocation) => boolean,
  seed: number,
): ConditionCases {
  const trees = [condition.must.tree, ...(condition.when ? [condition.when.tree] : [])];
  const fields = distinct(trees.flatMap(readsOf)).filter((field) => field.length > 1);
  const calls = [context.requests.base, ...shuffled(combinations(condition, fields, context), seed)];
  const charged = context.operation.auth === 'key' && context.operation.price !== undefined;
  const keeps = (call: Invocation) => context.requests.allows(call) && applies(condition, call, context);
  const isExempt = (call: Invocation) =>
    context.requests.fits(call) && !applies(condition, call, context) && !keptBy(condition, call, context);
  const pinned = fields.map((field) => field.join('.'));
  // Other conditions are satisfied by changing fields that this one does not read.
  const repaired = calls
    .values()
    .filter(isExempt)
    .map((call) => context.requests.repair(call, ...pinned))
    .filter((call) => call !== undefined);
  const exempt = condition.when ? repaired.take(sizes.exempt).toArray() : [];
  return {
    breaking: [...firstOf(inherited(fields, context), breaks, 2), ...firstOf(calls, breaks, sizes.breaking)],
    keeping: firstOf(calls, keeps, charged ? 2 : sizes.keeping),
    exempt,
  };
}

/** The example with one field set to a name that every JavaScript object inherits, which lookups in plain objects find. */
function inherited(fields: readonly FieldPath[], { requests: { base } }: OperationContext): readonly Invocation[] {
  return fields.flatMap((field) => ['constructor', 'toString'].map((name) => writeField(base, field, name)));
}

/** True when the requirement of a condition is satisfied, whether or not the condition applies. */
function keptBy({ must }: Condition, call: Invocation, { evaluator, requests }: OperationContext): boolean {
  try {
    return evaluator.holds(must, requests.environment(call));
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

function distinct(fields: readonly FieldPath[]): readonly FieldPath[] {
  return [...new Map(fields.map((field) => [field.join('.'), field])).values()];
}

function applies(condition: Condition, call: Invocation, { evaluator, requests }: OperationContext): boolean {
  try {
    return !condition.when || evaluator.holds(condition.when, requests.environment(call));
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** Combinations of values: what one field may have beside any value of the others is tried beside all of them. */
function combinations(
  condition: Condition,
  fields: readonly FieldPath[],
  context: OperationContext,
): readonly Invocation[] {
  let calls: readonly Invocation[] = [context.requests.base];
  // Fields whose values depend on other fields come after those.
  const isDependent = (field: FieldPath) => Number(domainOf(field, context.requests.base, context).dependent ?? false);
  for (const field of fields.toSorted((one, other) => isDependent(one) - isDependent(other))) {
    const tried = new Set(violating(condition, field, context));
    for (const call of calls) {
      if (tried.size >= widest) break;
      for (const value of domainOf(field, call, context).values) tried.add(value);
    }
    const values = [...tried].slice(0, widest);
    calls = calls
      .values()
      .flatMap((call) => values.map((value) => writeField(call, field, value)))
      .take(sizes.tried)
      .toArray();
  }
  return calls;
}

/** The value of a field in the specification's example of a violation; of a list, also its beginnings. */
function violating({ violation }: Condition, field: FieldPath, { operation }: OperationContext): readonly unknown[] {
  if (violation === undefined) return [];
  const value = readField(sampleOf(operation, violation), field);
  return Array.isArray(value) ? value.map((_, index) => value.slice(0, index + 1)) : [value];
}

function firstOf(
  calls: readonly Invocation[],
  wanted: (call: Invocation) => boolean,
  count: number,
): readonly Invocation[] {
  return calls.values().filter(wanted).take(count).toArray();
}
