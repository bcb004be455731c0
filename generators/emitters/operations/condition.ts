import { compileCondition, compileFormula } from '../../cel/compile/compile.ts';
import { codeOf } from '../../cel/compile/value.ts';
import type { Condition, Formula, Model, Operation } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { type Code, code, join } from '../../output/code.ts';
import { operationScope } from '../typescript/formula-scope.ts';
import { docstring, literalFields, objectLiteral, sentence } from '../typescript/literal.ts';
import type { HostOperation } from '../typescript/variants.ts';
import { functionPiece, type Owner, objectPiece } from './pieces.ts';

/** Compiles a condition (`when`, `must`) to TypeScript over an operation's input. */
export function predicate(
  formulas: { readonly when?: Formula; readonly must: Formula },
  model: Model,
  { view, value: operation }: HostOperation,
): Code {
  const scope = operationScope(model, view, operation);
  return compileCondition(formulas.when ? implication(formulas.when, formulas.must) : formulas.must, scope);
}

/** The formula that is false only where the first is true and the second is false. */
function implication(when: Formula, must: Formula): Formula {
  const text = `!(${when.text}) || (${must.text})`;
  return { text, tree: { op: 'binary', name: '||', left: { op: 'not', value: when.tree }, right: must.tree } };
}

/** The content of a rule's error besides its message: accepted values, and fields of the body. */
interface Refusal {
  readonly accepted?: Code;
  readonly fields?: Code;
}

function refusalOf({ accepted, fields }: Condition, model: Model, { view, value }: HostOperation): Refusal {
  const scope = operationScope(model, view, value);
  const compiled = (formula: Formula) => codeOf(compileFormula(formula, scope));
  const lists = accepted?.map(compiled);
  const [only] = lists ?? [];
  const spread = lists?.map((list) => code`...${list}`);
  const entries = Object.entries(fields ?? {}).map(([name, formula]) => [name, compiled(formula)] as const);
  return {
    ...(lists && spread && { accepted: lists.length === 1 && only ? only : code`[${join(spread, ', ')}]` }),
    ...(fields && { fields: code`(${objectLiteral(Object.fromEntries(entries))})` }),
  };
}

/** A rule across fields, and the hosts that have it. */
interface Found {
  readonly condition: Condition;
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly hosts: string[];
  readonly refusal: Refusal;
  readonly holds: Code;
}

/** The rules across fields as the pipeline checks them, each with its hosts unless these are all. */
export function conditionsCode(placed: readonly HostOperation[], owner: Owner): Code[] {
  const found = new Map<string, Found>();
  for (const each of placed) {
    for (const condition of enforced(each.value)) {
      const fields = fieldsOf(each.value, condition);
      const holds = predicate(condition, owner.model, each);
      const refusal = refusalOf(condition, owner.model, each);
      const key = JSON.stringify([fields, print(refusal.accepted ?? ''), print(refusal.fields ?? ''), print(holds)]);
      const known = found.get(key) ?? { condition, fields, hosts: [], refusal, holds };
      known.hosts.push(each.view.host.id);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ condition, fields, hosts, refusal, holds }) => {
    const { from } = condition;
    const doc = from.length > 0 ? `${docstring(`Statements: ${from.join(', ')}.`)}\n` : '';
    const some = hosts.length < placed.length ? { hosts } : {};
    const value = objectLiteral({
      ...literalFields({ ...fields, ...some }),
      accepted: refusal.accepted && functionPiece(owner, `${condition.id}-accepted`, refusal.accepted),
      fields:
        refusal.fields &&
        functionPiece(owner, `${Object.keys(condition.fields ?? {}).join('-')}-fields`, refusal.fields),
      holds: functionPiece(owner, fields.id, holds),
    });
    return objectPiece('Condition', owner, fields.id, { doc, fields: [], value });
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
