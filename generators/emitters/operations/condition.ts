import { compileCondition } from '../../cel/compile/compile.ts';
import type { Condition, Formula, HostView, Model, Operation } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { inputPattern, operationScope } from '../typescript/formula-scope.ts';
import { literal, sentence } from '../typescript/literal.ts';

/** The type of what an operation's emitted functions read, such as `Input<SearchRequest>`. */
export type InputType = (module: Module) => string;

/** A function from an operation's input to whether a formula holds. */
export function predicate(
  formulas: { readonly when?: Formula; readonly must: Formula },
  model: Model,
  view: HostView,
  operation: Operation,
  module: Module,
  input: string,
): string {
  const scope = operationScope(model, view, operation, module);
  const code = compileCondition(formulas.when ? implication(formulas.when, formulas.must) : formulas.must, scope);
  return `(${inputPattern(code)}: ${input}) => ${code}`;
}

/** The formula that holds unless the first holds and the second does not. */
function implication(when: Formula, must: Formula): Formula {
  const text = `!(${when.text}) || (${must.text})`;
  return { text, tree: { op: 'binary', name: '||', left: { op: 'not', value: when.tree }, right: must.tree } };
}

/** A rule across fields as the pipeline checks it. */
export function conditionText(
  condition: Condition,
  model: Model,
  view: HostView,
  operation: Operation,
  module: Module,
  input: string,
): string {
  const fields = {
    id: condition.id,
    message: sentence(condition.summary),
    error: condition.error ?? 'invalid-body',
    ...(condition.names !== undefined && { names: condition.names }),
  };
  const holds = predicate(condition, model, view, operation, module, input);
  return `${literal(fields).slice(0, -2)}, holds: ${holds} }`;
}
