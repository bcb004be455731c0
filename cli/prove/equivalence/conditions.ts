/** Rules across fields that decide the same. */

import { combined, listable } from '#conformance/arbitraries/combinations.ts';
import type { Invocation } from '#conformance/check.ts';
import type { Condition } from '#conformance/contract.ts';
import type { Mutant } from '#conformance/mutants/mutant.ts';
import { type FieldPath, readsOf } from '#conformance/oracle/reads.ts';
import { type Side, sideOf } from '../realise/pair.ts';
import { realmOf } from './realm.ts';

/** Why no request is decided otherwise; computed for every combination of what the rule reads, where that is finite. */
export function sameConditions(right: Side, { rule, contract }: Mutant): string | undefined {
  const realm = realmOf(right, rule.operation);
  const condition = realm.operation.conditions.find(({ id }) => id === rule.subject);
  if (!condition) return undefined;
  const { calls, whole } = combined(fieldsRead(condition), realm, listable);
  if (!whole) return undefined;
  const other = realmOf(sideOf(contract), rule.operation);
  const decided = ({ requests }: typeof realm, call: Invocation) =>
    requests.broken(call).some(({ id }) => id === condition.id);
  // What else is wrong with a call other rules say of either.
  const beside = (call: Invocation) => realm.requests.broken(call).some(({ id }) => id !== condition.id);
  const same = (call: Invocation) => beside(call) || decided(realm, call) === decided(other, call);
  return calls.every(same) ? 'It decides the same for everything that it reads and that other rules allow.' : undefined;
}

/** The fields that a rule reads, each once. */
export function fieldsRead({ must, when }: Condition): readonly FieldPath[] {
  const fields = [...readsOf(must.tree), ...(when ? readsOf(when.tree) : [])].filter(({ length }) => length > 1);
  return [...new Map(fields.map((field) => [field.join('.'), field])).values()];
}
