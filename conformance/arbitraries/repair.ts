/** Repairs calls that break conditions. */

import type { Condition, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { type Environment, EvaluationError, type Evaluator } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { choicesOf } from './choices.ts';
import { readField, shapeOfField, writeField } from './fields.ts';
import { type Material, minimal } from './minimal.ts';

/** The goal of a repair. */
export interface RepairGoal {
  /** Fields that may not change. */
  readonly pinned: readonly string[];
  /** The conditions that a call must still meet. */
  readonly unmet: (call: Invocation) => readonly Condition[];
}

/** The operation and the tools that a repair reads. */
export interface RepairParts {
  readonly operation: Operation;
  readonly evaluator: Evaluator;
  readonly material: Material;
  readonly environment: (call: Invocation) => Environment;
  readonly fits: (call: Invocation) => boolean;
}

/** Changes other fields than the pinned ones until every condition is met; `undefined` where that fails. */
export function repaired(invocation: Invocation, goal: RepairGoal, parts: RepairParts): Invocation | undefined {
  const { fits, unmet } = { ...parts, ...goal };
  const done = (call: Invocation) => fits(call) && unmet(call).length === 0;
  let current: Invocation | undefined = invocation;
  for (let round = 0; current && round < 3; round += 1) {
    if (done(current)) return current;
    current = better(current, goal, parts);
  }
  return current && done(current) ? current : undefined;
}

/** A call with fewer unmet conditions, by one change of a field that they read. */
function better(invocation: Invocation, goal: RepairGoal, parts: RepairParts): Invocation | undefined {
  const { pinned, unmet } = goal;
  const { operation, environment, evaluator, material, fits } = parts;
  const conditions = unmet(invocation);
  const fields = conditions.flatMap(fieldsReadBy).filter((field) => !pinned.includes(field.join('.')));
  for (const field of fields) {
    for (const choice of choicesOf(field, operation, environment(invocation), evaluator, material)) {
      const next = writeField(invocation, field, choice);
      if (unmet(next).length < conditions.length && fits(next)) return next;
    }
  }
  // Fields that require each other are added together.
  const together = conditions.map((condition) => completed(invocation, condition, goal, parts));
  return together.find((next) => unmet(next).length < conditions.length && fits(next));
}

/** A call with the smallest value of every field that a condition reads and that the call lacks. */
function completed(
  invocation: Invocation,
  condition: Condition,
  { pinned }: RepairGoal,
  { operation, material }: RepairParts,
): Invocation {
  const lacking = fieldsReadBy(condition).filter(
    (field) => !pinned.includes(field.join('.')) && readField(invocation, field) === undefined,
  );
  return lacking.reduce((call, field) => {
    const shape = shapeOfField(operation, field, material.validator.shapes);
    return shape ? writeField(call, field, minimal(shape, material)) : call;
  }, invocation);
}

function fieldsReadBy(condition: Condition): readonly FieldPath[] {
  return [...readsOf(condition.must.tree), ...(condition.when ? readsOf(condition.when.tree) : [])];
}

/**
 * The call with other fields than the pinned ones changed until it certainly breaks no condition whose status is open;
 * `undefined` where that fails. Such a condition says where a field may be ignored, such as by the model.
 *
 * Its fields may be invalid, and it breaks other conditions only where that cannot be avoided.
 */
export function decided(invocation: Invocation, pinned: readonly string[], parts: RepairParts): Invocation | undefined {
  const broken = (call: Invocation) =>
    parts.operation.conditions.filter((condition) => isCertainlyBroken(condition, call, parts));
  const before = broken(invocation).filter((condition) => !isOpen(condition));
  const shapeless = { ...parts, fits: () => true };
  const read = repaired(invocation, { pinned, unmet: (call) => broken(call).filter(isOpen) }, shapeless);
  const unmet = (call: Invocation) => broken(call).filter((condition) => !before.includes(condition));
  return read && (repaired(read, { pinned, unmet }, shapeless) ?? read);
}

/** True where a condition is broken, and not because it cannot read a value of such a type. */
function isCertainlyBroken(
  { when, must }: Condition,
  call: Invocation,
  { environment, evaluator }: RepairParts,
): boolean {
  const read = environment(call);
  try {
    return (!when || evaluator.holds(when, read)) && !evaluator.holds(must, read);
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** True for a condition that the documents leave open, and that values of fields decide. */
function isOpen({ status, must }: Condition): boolean {
  return (status === 'assumed' || status === 'unknown') && readsOf(must.tree).length > 0;
}
