/** The starting point of every realisation of a mutant. */

import { requestSourceOf } from '#conformance/arbitraries/request-source.ts';
import type { Contract, Formula, Operation } from '#conformance/contract/contract.ts';
import { EvaluationError, type Evaluator } from '#conformance/oracle/evaluate.ts';
import type { SchemaValidator } from '#conformance/oracle/schema.ts';
import type { Parts } from '#gateway/start.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';

/** A contract with its validator and evaluator. */
export interface Side {
  readonly contract: Contract;
  readonly judge: SchemaValidator;
  readonly evaluator: Evaluator;
}

/** The right contract and the wrong one that the gateway must follow. */
export interface Pair {
  readonly right: Side;
  readonly wrong: Side;
  readonly mutant: Mutant;
}

/** Changes the parts of the gateway so that it follows the wrong contract. */
export type Application = (parts: Parts, pair: Pair) => Parts;

/** Creates the validator and the evaluator of a contract. */
export function sideOf(contract: Contract): Side {
  const { evaluator, material } = requestSourceOf(contract);
  return { contract, evaluator, judge: material.validator };
}

/** The operations that differ between the two contracts, as pairs. */
export function changedOperations({ right, wrong }: Pair): readonly (readonly [Operation, Operation])[] {
  return right.contract.operations.flatMap((operation) => {
    const other = wrong.contract.operations.find(({ id }) => id === operation.id);
    return other && other !== operation ? [[operation, other] as const] : [];
  });
}

/** Whether a formula is true; `undefined` where it has no value. */
export function holds(
  evaluator: Evaluator,
  formula: Formula,
  read: Readonly<Record<string, unknown>>,
): boolean | undefined {
  try {
    return evaluator.holds(formula, read);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
