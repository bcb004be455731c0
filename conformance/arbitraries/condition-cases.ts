/** Requests on both sides of a condition across fields. */

import { spread } from '../common/spread.ts';
import type { Condition } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { covering, sideOf } from './covering.ts';
import { domainOf, type OperationContext } from './domain.ts';
import { readField, writeField } from './fields.ts';
import { axesAmong, landmarksOf } from './landmarks.ts';
import type { Requests } from './requests.ts';

/** Requests that break only this condition, requests that satisfy it, and requests to which it does not apply. */
export interface ConditionCases {
  readonly breaking: readonly Invocation[];
  readonly keeping: readonly Invocation[];
  /** The condition would reject them if it applied. */
  readonly exempt: readonly Invocation[];
}

/** Combinations of values that are tried, and requests kept on each side where more would show nothing new. */
const sizes = { tried: 1500, breaking: 8, keeping: 8, exempt: 2 };

/** Values of one field that are combined. */
const widest = 40;

/** The settings that determine how many requests are found. */
export interface CaseOptions {
  /** Orders the requests beyond those that show each value and each pair of values. */
  readonly seed: number;
  /** True where each accepted request is charged to an account that the run cannot fill up. */
  readonly charged: boolean;
}

/**
 * Finds requests by combining values of the fields that a condition reads.
 *
 * On each side every value that such a field may have there is shown, and every pair of values of two fields; more
 * requests follow in an order that the seed determines.
 */
export function conditionCases(
  condition: Condition,
  context: OperationContext,
  { seed, charged }: CaseOptions,
): ConditionCases {
  const { operation, requests } = context;
  const fields = fieldsOf(condition);
  const calls = [requests.base, ...combinations(condition, fields, context)];
  const isPaid = operation.auth === 'key' && operation.price !== undefined;
  const breaks = (call: Invocation) => breaksOnly(condition, call, requests);
  const keeps = (call: Invocation) => requests.allows(call) && applies(condition, call, context);
  const isExempt = (call: Invocation) =>
    requests.fits(call) && !applies(condition, call, context) && !keptBy(condition, call, context);
  const stated = condition.violation === undefined ? [] : [sampleOf(operation, condition.violation)];
  const pinned = fields.map((field) => field.join('.'));
  // Other conditions are satisfied by changing fields that this one does not read.
  const edges = { fields, axes: axesAmong(fields, context) };
  const others = landmarksOf(condition.when ? calls.filter(isExempt) : [], [], edges);
  const exempt = covering(others, fields, { seed, most: sizes.exempt })
    .map((call) => requests.repair(call, ...pinned))
    .filter((call) => call !== undefined);
  const isNear = (isKept: boolean) => (call: Invocation) =>
    requests.fits(call) && applies(condition, call, context) && keptBy(condition, call, context) === isKept;
  const breaking = sideOf(calls, fields, {
    isOnSide: breaks,
    isNear: isNear(false),
    repair: (call) => requests.repairOthers(condition, call, ...pinned),
  });
  const kept = sideOf(calls, fields, {
    isOnSide: keeps,
    isNear: isNear(true),
    repair: (call) => requests.repair(call, ...pinned),
  });
  const keeping = covering(landmarksOf(kept, breaking, edges), fields, { seed, most: isPaid ? 0 : sizes.keeping });
  return {
    breaking: [
      ...[...stated, ...inherited(fields, context)].filter(breaks).slice(0, 3),
      ...covering(landmarksOf(breaking, kept, edges), fields, { seed, most: sizes.breaking }),
    ],
    keeping: isPaid && charged ? keeping.slice(0, 2) : keeping,
    exempt,
  };
}

/** True for a request that is wrong by this condition alone. */
export function breaksOnly(condition: Condition, call: Invocation, requests: Requests): boolean {
  const broken = requests.broken(call).filter(({ status }) => status !== 'unknown');
  return requests.fits(call) && broken.length === 1 && broken[0] === condition && !requests.undecided(call);
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

/** Combinations of values: each value of a field is tried with all values of the others. */
function combinations(
  condition: Condition,
  fields: readonly FieldPath[],
  context: OperationContext,
): readonly Invocation[] {
  let calls: readonly Invocation[] = [context.requests.base];
  // Fields whose values depend on other fields come after those.
  const isDependent = (field: FieldPath) => Number(domainOf(field, context.requests.base, context).dependent ?? false);
  for (const field of fields.toSorted((one, other) => isDependent(one) - isDependent(other))) {
    const domains = spread(calls, widest).map((call) => domainOf(field, call, context));
    const listed = domains.filter(({ dependent }) => dependent);
    // Texts of each length tell less than the members of the sets that other calls have.
    const tried = (listed.length > 0 ? listed : domains).flatMap(({ values, dependent }) =>
      dependent ? [...values, ...values.flatMap(inOtherCase).slice(0, 1)] : values,
    );
    const values = [...new Set([...violating(condition, field, context), ...tried])].slice(0, widest);
    calls = calls
      .values()
      .flatMap((call) => values.map((value) => writeField(call, field, value)))
      .take(sizes.tried)
      .toArray();
  }
  return calls;
}

/** A text in capital letters, where it has small ones: a lenient target takes it for the member of a set. */
function inOtherCase(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  const upper = value.toUpperCase();
  return upper === value ? [] : [upper];
}

/** The value of a field in the specification's example of a violation; of a list, also its beginnings. */
function violating({ violation }: Condition, field: FieldPath, { operation }: OperationContext): readonly unknown[] {
  if (violation === undefined) return [];
  const value = readField(sampleOf(operation, violation), field);
  return Array.isArray(value) ? value.map((_, index) => value.slice(0, index + 1)) : [value];
}

/** The fields of a request that a condition reads. */
export function fieldsOf({ must, when }: Condition): readonly FieldPath[] {
  const trees = [must.tree, ...(when ? [when.tree] : [])];
  return distinct(trees.flatMap(readsOf)).filter((field) => field.length > 1);
}
