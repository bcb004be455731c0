import { evaluate } from '../cel/evaluate.ts';
import { parseCel, toExpression } from '../cel/parse.ts';
import { type Environment, EvaluationError, type Value } from '../cel/values.ts';
import type { OperationSource } from '../language/operation.ts';
import { type Selectable, selectable, serves } from '../model/hosts.ts';
import type { Located } from '../model/spec.ts';
import { priceSourceOf } from '../model/view/operation.ts';
import type { CheckContext } from './context.ts';

/** An operation on a host that has a price. */
export interface PriceUser {
  readonly host: Selectable;
  readonly operation: Located<OperationSource>;
  /** Inputs that replace those of the price. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** The operations that have a price, on each host. */
export function usersOf({ spec }: Pick<CheckContext, 'spec'>, price: string): readonly PriceUser[] {
  const operations = [...spec.all('operation').values()];
  return selectable(spec).flatMap((host) =>
    operations.flatMap((operation) => {
      const use = serves(operation, host) ? priceSourceOf(operation.value.price, host) : undefined;
      return use?.id === price ? [{ host, operation, inputs: use.inputs }] : [];
    }),
  );
}

/** Adds the inputs of a price to an environment, in order. Throws an `EvaluationError`. */
export function withInputs(inputs: Readonly<Record<string, string>>, environment: Environment): Environment {
  let variables = environment.variables;
  for (const [name, text] of Object.entries(inputs))
    variables = { ...variables, [name]: valueIn(text, { ...environment, variables }) };
  return { ...environment, variables };
}

/** Evaluates a CEL text. Throws an `EvaluationError`. */
export function valueIn(text: string, environment: Environment): Value {
  const parsed = parseCel(text);
  if ('mistake' in parsed) throw new EvaluationError(parsed.mistake.message);
  return evaluate(toExpression(parsed.syntax), environment);
}
