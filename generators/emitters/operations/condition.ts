import { compileCondition, compileFormula } from '../../cel/compile/compile.ts';
import { codeOf } from '../../cel/compile/value.ts';
import type { Condition, Formula, HostView, Model, Operation } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { operationScope } from '../typescript/formula-scope.ts';
import { docstring, literal, sentence } from '../typescript/literal.ts';
import type { Placed } from '../typescript/variants.ts';
import type { Place } from './pieces.ts';

/** The text of an expression over an operation's input that tells whether a formula holds. */
export function predicate(
  formulas: { readonly when?: Formula; readonly must: Formula },
  model: Model,
  view: HostView,
  operation: Operation,
  module: Module,
): string {
  const scope = operationScope(model, view, operation, module);
  return compileCondition(formulas.when ? implication(formulas.when, formulas.must) : formulas.must, scope);
}

/** The formula that holds unless the first holds and the second does not. */
function implication(when: Formula, must: Formula): Formula {
  const text = `!(${when.text}) || (${must.text})`;
  return { text, tree: { op: 'binary', name: '||', left: { op: 'not', value: when.tree }, right: must.tree } };
}

/** The texts of the functions that say more of a broken rule: the values that are accepted, and fields of the error. */
function refusalTexts(
  { id, accepted, fields }: Condition,
  model: Model,
  { view, value }: Placed,
  module: Module,
  place: Place,
): string {
  const scope = operationScope(model, view, value, module);
  const code = (formula: Formula) => codeOf(compileFormula(formula, scope));
  const texts: string[] = [];
  if (accepted) {
    const lists = accepted.map(code);
    const list = lists.length === 1 ? lists.join() : `[${lists.map((each) => `...${each}`).join(', ')}]`;
    texts.push(`accepted: ${place('function', `${id}-accepted`, list)}`);
  }
  if (fields) {
    const entries = Object.entries(fields).map(([name, formula]) => `${JSON.stringify(name)}: ${code(formula)}`);
    texts.push(
      `fields: ${place('function', `${Object.keys(fields).join('-')}-fields`, `({ ${entries.join(', ')} })`)}`,
    );
  }
  return texts.map((text) => `, ${text}`).join('');
}

/** The rules across fields as the pipeline checks them, each with the hosts where it holds unless these are all. */
export function conditionsText(model: Model, placed: readonly Placed[], module: Module, place: Place): string[] {
  const found = new Map<
    string,
    { fields: ReturnType<typeof fieldsOf>; from: readonly string[]; hosts: string[]; refusal: string; holds: string }
  >();
  for (const each of placed) {
    const { view, value } = each;
    for (const condition of enforced(value)) {
      const fields = fieldsOf(value, condition);
      const holds = predicate(condition, model, view, value, module);
      const refusal = refusalTexts(condition, model, each, module, place);
      const key = JSON.stringify([fields, refusal, holds]);
      const known = found.get(key);
      if (known) known.hosts.push(view.host.id);
      else
        found.set(key, {
          fields,
          from: condition.from,
          hosts: [view.host.id],
          refusal,
          holds: place('function', fields.id, holds),
        });
    }
  }
  return [...found.values()].map(({ fields, from, hosts, refusal, holds }) => {
    const doc = from.length > 0 ? `${docstring(`Statements: ${from.join(', ')}.`)}\n` : '';
    const some = hosts.length < placed.length ? { hosts } : {};
    return place(
      'Condition',
      fields.id,
      `${doc}${literal({ ...fields, ...some }).slice(0, -2)}${refusal}, holds: ${holds} }`,
    );
  });
}

/** The rules that servers enforce: what the documents do not show is left to the handler. */
function enforced({ conditions }: Operation): readonly Condition[] {
  return conditions.filter(({ status }) => status !== 'unknown');
}

function fieldsOf(operation: Operation, { id, summary, error, names }: Condition) {
  const own = id.slice(operation.id.length + 1);
  return { id: own, message: sentence(summary), error: error ?? 'invalid-body', names };
}
