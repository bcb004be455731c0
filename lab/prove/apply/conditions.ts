import type { CompiledCondition } from '@tollwright/runtime/operation/operation';
import type { Condition } from '#conformance/contract/contract.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { changeRoutes } from '#lab/toolkit/routes.ts';
import type { Application, Pair } from './contracts.ts';
import { tolerant } from './requests.ts';

/**
 * Applies the wrong rules across fields, and those that read a wrong table, to requests.
 *
 * Drops rules on which the documents contradict each other: they could hide that another rule reads a wrong table.
 */
export const applyConditions: Application = (given, pair) => {
  const { right, wrong } = pair;
  const tables = right.contract.catalogs !== wrong.contract.catalogs;
  return right.contract.operations.reduce((altered, operation) => {
    const others = wrong.contract.operations.find(({ id }) => id === operation.id)?.conditions ?? [];
    const touched = operation.conditions.filter((condition) => tables || !others.includes(condition));
    if (touched.length === 0) return altered;
    const held = changeRoutes([operation.id], (route) => ({
      ...route,
      conditions: [
        ...route.conditions.filter(({ id }) => !touched.some((condition) => condition.id === id)),
        ...others
          .filter(
            ({ id, status }) => touched.some((condition) => condition.id === id) && !(tables && status === 'conflict'),
          )
          .map((condition) => compiled(pair, condition, route.conditions)),
      ],
    }))(altered);
    return tolerant(held, pair, operation);
  }, given);
};

/** Drops rules on which the documents contradict each other, since they may hide that an invalid request is accepted. */
export const applyConflicts: Application = (given, { right, mutant: { rule } }) => {
  const operation = right.contract.operations.find(({ id }) => rule.kind === 'request' && id === rule.operation);
  const open = (operation?.conditions ?? []).filter(({ status }) => status === 'conflict').map(({ id }) => id);
  if (!operation || open.length === 0) return given;
  return changeRoutes([operation.id], (route) => ({
    ...route,
    conditions: route.conditions.filter(({ id }) => !open.includes(id)),
  }))(given);
};

function compiled({ wrong }: Pair, condition: Condition, before: readonly CompiledCondition[]): CompiledCondition {
  const { id, when, must, names, error = 'invalid-body' } = condition;
  const { evaluator } = wrong;
  return {
    id,
    message: before.find((each) => each.id === id)?.message ?? condition.summary,
    error,
    ...(names !== undefined && { names }),
    holds: (input) => {
      const environment = { ...input };
      try {
        return (when && !evaluator.holds(when, environment)) || evaluator.holds(must, environment);
      } catch (failure) {
        if (failure instanceof EvaluationError) return false;
        throw failure;
      }
    },
  };
}
