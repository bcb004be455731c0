import Fraction from 'fraction.js';
import { evaluate } from '../../../cel/evaluate.ts';
import { type Environment, EvaluationError, numberOf } from '../../../cel/values.ts';
import { roundMicro } from '../../../check/money.ts';
import type { Expression, Formula, Price } from '../../../model/types.ts';
import type { ComparedOperation } from '../../side.ts';
import type { Call } from '../calls/domain.ts';
import type { CallPair } from '../calls/pair.ts';
import type { Side } from '../schema/universe.ts';

/** A call with what it costs in both releases, in USD. */
export interface PricedCall {
  readonly call: Call;
  readonly before: Fraction;
  readonly after: Fraction;
  readonly difference: Fraction;
}

/** A price as one operation uses it. */
export interface UsedPrice {
  readonly price: Price;
  /** Its inputs, with those that the operation replaces. */
  readonly inputs: Readonly<Record<string, Formula>>;
}

/** The price of an operation in one of the releases. */
export function usedPrice(pair: CallPair, side: Side): UsedPrice | undefined {
  const { price: use }: ComparedOperation = pair.operation(side);
  const price = use && pair.view(side).prices[use.id];
  return price && { price, inputs: { ...price.inputs, ...use.inputs } };
}

/** Every formula that decides the amount. */
export function treesOf({ price, inputs }: UsedPrice): Expression[] {
  return [price.formula.tree, ...Object.values(inputs).map(({ tree }) => tree)];
}

/** The cost of a call in USD, to the micro-USD; `undefined` where the formula gives none. */
export function amountOf(pair: CallPair, side: Side, used: UsedPrice | undefined, call: Call): Fraction | undefined {
  if (!used) return new Fraction(0);
  try {
    const environment = withInputs(used.inputs, pair.environment(side, call.request, call.response));
    return roundMicro(numberOf(evaluate(used.price.formula.tree, environment)), used.price.rounding);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function withInputs(inputs: Readonly<Record<string, Formula>>, environment: Environment): Environment {
  let { variables } = environment;
  for (const [name, { tree }] of Object.entries(inputs)) {
    variables = { ...variables, [name]: evaluate(tree, { ...environment, variables }) };
  }
  return { ...environment, variables };
}
