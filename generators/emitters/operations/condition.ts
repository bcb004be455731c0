import { compileCondition } from '../../cel/compile/compile.ts';
import type { Condition, Formula, HostView, Model, Operation } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { inputPattern, operationScope } from '../typescript/formula-scope.ts';
import { docstring, literal, sentence } from '../typescript/literal.ts';
import type { Placed } from '../typescript/variants.ts';

/** A function from an operation's input to whether a formula holds. */
export function predicate(
  formulas: { readonly when?: Formula; readonly must: Formula },
  model: Model,
  view: HostView,
  operation: Operation,
  module: Module,
): string {
  const scope = operationScope(model, view, operation, module);
  const code = compileCondition(formulas.when ? implication(formulas.when, formulas.must) : formulas.must, scope);
  return `(${inputPattern(code)}) => ${code}`;
}

/** The formula that holds unless the first holds and the second does not. */
function implication(when: Formula, must: Formula): Formula {
  const text = `!(${when.text}) || (${must.text})`;
  return { text, tree: { op: 'binary', name: '||', left: { op: 'not', value: when.tree }, right: must.tree } };
}

/** The rules across fields as the pipeline checks them, each with the hosts where it holds unless these are all. */
export function conditionsText(model: Model, placed: readonly Placed[], module: Module): string[] {
  const found = new Map<string, { condition: Condition; holds: string; hosts: string[] }>();
  for (const { view, value } of placed) {
    for (const condition of enforced(value)) {
      const holds = predicate(condition, model, view, value, module);
      const key = JSON.stringify([fieldsOf(condition), holds]);
      const known = found.get(key);
      if (known) known.hosts.push(view.host.id);
      else found.set(key, { condition, holds, hosts: [view.host.id] });
    }
  }
  return [...found.values()].map(({ condition, holds, hosts }) => {
    const { from } = condition;
    const doc = from.length > 0 ? `${docstring(`Statements: ${from.join(', ')}.`)}\n` : '';
    const some = hosts.length < placed.length ? { hosts } : {};
    return `${doc}${literal({ ...fieldsOf(condition), ...some }).slice(0, -2)}, holds: ${holds} }`;
  });
}

/** The rules that servers enforce: what the documents do not show is left to the handler. */
function enforced({ conditions }: Operation): readonly Condition[] {
  return conditions.filter(({ status }) => status !== 'unknown');
}

function fieldsOf({ id, summary, error, names }: Condition) {
  return { id, message: sentence(summary), error: error ?? 'invalid-body', names };
}
