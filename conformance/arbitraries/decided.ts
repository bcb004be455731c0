/** Calls of which a deployment may ignore no field. */

import type { Condition } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { readsOf } from '../oracle/reads.ts';
import { type RepairParts, repaired } from './repair.ts';

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
