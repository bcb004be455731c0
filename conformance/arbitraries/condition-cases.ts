/** Requests on both sides of a rule across fields. */

import fc from 'fast-check';
import type { Invocation } from '../check.ts';
import type { Condition } from '../contract.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { domainOf, type Realm } from './domain.ts';
import { writeField } from './fields.ts';

/** Requests that break only this rule, and requests to which it applies and that keep it. */
export interface ConditionCases {
  readonly breaking: readonly Invocation[];
  readonly keeping: readonly Invocation[];
}

/** Combinations of values looked at, and requests kept on each side. */
const sizes = { looked: 1500, breaking: 8, keeping: 6 };

/** Values of one field that are combined. */
const widest = 40;

/** Finds requests by combining values of the fields that a rule reads. */
export function conditionCases(
  condition: Condition,
  realm: Realm,
  breaks: (call: Invocation) => boolean,
  seed: number,
): ConditionCases {
  const trees = [condition.must.tree, ...(condition.when ? [condition.when.tree] : [])];
  const fields = distinct(trees.flatMap(readsOf)).filter((field) => field.length > 1);
  const calls = shuffled(combinations(fields, realm), seed);
  const charged = realm.operation.auth === 'key' && realm.operation.price !== undefined;
  const keeps = (call: Invocation) => realm.requests.allows(call) && applies(condition, call, realm);
  return {
    breaking: firstOf(calls, breaks, sizes.breaking),
    keeping: firstOf(calls, keeps, charged ? 2 : sizes.keeping),
  };
}

function distinct(fields: readonly FieldPath[]): readonly FieldPath[] {
  return [...new Map(fields.map((field) => [field.join('.'), field])).values()];
}

function applies(condition: Condition, call: Invocation, { evaluator, requests }: Realm): boolean {
  try {
    return !condition.when || evaluator.holds(condition.when, requests.environment(call));
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** Every combination of values; what one field may have next to any value of the others is tried next to all of them. */
function combinations(fields: readonly FieldPath[], realm: Realm): readonly Invocation[] {
  let calls: readonly Invocation[] = [realm.requests.base];
  for (const field of fields) {
    const values = new Set(calls.flatMap((call) => domainOf(field, call, realm).values));
    const tried = [...values].slice(0, widest);
    calls = calls.flatMap((call) => tried.map((value) => writeField(call, field, value))).slice(0, sizes.looked);
  }
  return calls;
}

function shuffled(calls: readonly Invocation[], seed: number): readonly Invocation[] {
  return fc.sample(fc.shuffledSubarray([...calls], { minLength: calls.length }), { seed, numRuns: 1 })[0] ?? calls;
}

function firstOf(calls: readonly Invocation[], wanted: (call: Invocation) => boolean, count: number): Invocation[] {
  const found: Invocation[] = [];
  for (const call of calls) {
    if (found.length === count) break;
    if (wanted(call)) found.push(call);
  }
  return found;
}
