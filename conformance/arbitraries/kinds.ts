/** Calls classified by the branches and rounding of a price formula. */

import type { Expression, PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { type Environment, EvaluationError } from '../oracle/evaluate.ts';
import { decisionsOf } from '../oracle/reads.ts';
import type { OperationContext } from './domain.ts';

/** Names the kind of a call; `undefined` when it has no price. */
export type KindOf = (call: Invocation) => string | undefined;

/** Kinds by all decisions of the formula and its rounding, and by its tests and extremes alone. */
export interface Kinds {
  readonly whole: KindOf;
  readonly turns: KindOf;
}

/** Creates the kinds of one price formula. */
export function createKinds(use: PriceUse, tree: Expression, context: OperationContext): Kinds {
  const { evaluator, requests } = context;
  const decisions = decisionsOf(tree);
  const tests = decisions.filter((decision) => decision.op !== 'binary' || decision.name !== '==');

  const kindOf = (call: Invocation, decisive: readonly Expression[], rounded: boolean): string | undefined => {
    const environment = requests.environment(call);
    try {
      const rest = evaluator.usd(use, environment).mul(1_000_000).mod(1);
      const rounding = rest.equals(0) ? 'exact' : (['below', 'half', 'above'][rest.compare(0.5) + 1] ?? '');
      return [rounded ? rounding : '', ...decisive.map((decision) => decided(decision, environment, context))].join();
    } catch (error) {
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  };
  return { whole: (call) => kindOf(call, decisions, true), turns: (call) => kindOf(call, tests, false) };
}

function decided(decision: Expression, environment: Environment, { evaluator }: OperationContext): string {
  try {
    return String(evaluator.evaluate(decision, environment));
  } catch (error) {
    // A decision in a branch that is not taken may have no value.
    if (error instanceof EvaluationError) return '-';
    throw error;
  }
}
