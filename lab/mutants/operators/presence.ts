import type { Contract, Rule } from '#conformance/contract/contract.ts';
import { requiredOf } from '#conformance/oracle/shapes.ts';
import { changeAt, fieldName, isOfRequest, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { editAt } from '../schema-edit.ts';

/** Each required field made optional, and each optional field of a request required. */
export const presence: Operator = {
  name: 'presence',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'required')) {
      const name = rule.schema?.path.at(-1) ?? '';
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` may be left out`, (schema) => {
        const required = requiredOf(schema);
        if (!required.includes(name)) return undefined;
        return { ...schema, required: required.filter((each) => each !== name) };
      });
    }
    yield* requiringMore(contract);
  },
};

function* requiringMore(contract: Contract) {
  for (const rule of rulesOf(contract, 'type', 'default').filter(isOfRequest)) {
    const { schema: place } = rule;
    const name = place?.path.at(-1);
    if (!place || name === undefined || name === 'items' || name === '*' || !saysOptional(contract, rule)) continue;
    const above: Rule = { ...rule, schema: { ...place, path: place.path.slice(0, -1), keyword: 'properties' } };
    const changed = editAt(contract, above, (schema) => {
      const { properties } = schema;
      if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name)) return undefined;
      const required = requiredOf(schema);
      return required.includes(name) ? undefined : { ...schema, required: [...required, name] };
    });
    const description = `\`${fieldName(rule)}\` may not be left out`;
    if (changed) yield { rule: presenceRule(contract, rule) ?? rule, description, contract: changed };
  }
}

/** The rule that says that the documents leave open whether a field has to be there. */
function presenceRule(contract: Contract, rule: Rule): Rule | undefined {
  return rulesOf(contract, 'required').find((other) => isOfSameField(other, rule));
}

function isOfSameField({ operation, schema }: Rule, other: Rule): boolean {
  return (
    operation === other.operation &&
    schema?.in === other.schema?.in &&
    schema?.path.join('/') === other.schema?.path.join('/')
  );
}

/**
 * Of the rules of a field, that of its default says that it may be left out, if everybody is held to it and it can be
 * seen, else that of its type.
 */
function saysOptional({ rules }: Contract, rule: Rule): boolean {
  const isHeld = ({ tier, status, unobservable }: Rule) =>
    tier === 'must' && status !== 'conflict' && unobservable === undefined;
  if (rule.schema?.keyword === 'default') return isHeld(rule);
  const isDefault = (other: Rule) => isHeld(other) && other.schema?.keyword === 'default' && isOfSameField(other, rule);
  return !rules.some(isDefault);
}
