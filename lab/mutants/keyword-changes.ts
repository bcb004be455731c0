/** Functions that the operators on schemas share. */

import type { Contract, JsonSchema, Rule } from '#conformance/contract/contract.ts';
import type { Change } from './mutant.ts';
import { type Edit, editAt } from './schema-edit.ts';

/** The rules of one keyword. */
export function rulesOf({ rules }: Contract, ...keywords: readonly string[]): readonly Rule[] {
  return rules.filter(({ schema }) => schema && keywords.includes(schema.keyword));
}

/** True for rules of what callers send. A gateway that sends less than it may breaks nothing; one that takes less does. */
export function isOfRequest({ kind }: Rule): boolean {
  return kind === 'request';
}

/** The change that an edit makes at a rule, if it makes any. */
export function* changeAt(contract: Contract, rule: Rule, description: string, edit: Edit): Generator<Change> {
  const changed = editAt(contract, rule, edit);
  if (changed) yield { rule, description, contract: changed };
}

/** The level of a schema that a rule stands on, as it is written. */
export function levelAt(contract: Contract, rule: Rule): JsonSchema | undefined {
  let found: JsonSchema | undefined;
  editAt(contract, rule, (schema) => {
    const { keyword = '' } = rule.schema ?? {};
    if (Object.hasOwn(schema, keyword)) found ??= schema;
    return undefined;
  });
  return found;
}

/** The fields of a rule's request or answer, as the rule's path leads to them. */
export function fieldName({ schema }: Rule): string {
  return schema?.path.join('.') || 'the body';
}
