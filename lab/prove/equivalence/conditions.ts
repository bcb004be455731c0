/** Changed rules across fields that give the same verdicts. */

import { isDeepStrictEqual } from 'node:util';
import { combined, listable } from '#conformance/arbitraries/combinations.ts';
import { shapeOfField } from '#conformance/arbitraries/fields.ts';
import type { Condition, Expression } from '#conformance/contract/contract.ts';
import type { Invocation } from '#conformance/http/exchange.ts';
import { type FieldPath, fieldOf, readsOf } from '#conformance/oracle/reads.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { requestDomain } from './request-domain.ts';

type RequestDomain = ReturnType<typeof requestDomain>;

/** Why no request gets a different verdict: computed for every combination of the fields of the rule, if it is finite. */
export function sameConditions(right: Side, { rule, contract }: Mutant): string | undefined {
  const domain = requestDomain(right, rule.operation);
  const condition = domain.operation.conditions.find(({ id }) => id === rule.subject);
  if (!condition) return undefined;
  const changed = contract.operations
    .find(({ id }) => id === rule.operation)
    ?.conditions.find(({ id }) => id === condition.id);
  if (changed && isTakenOver(condition, changed, domain)) {
    return 'Wherever it applies in addition, another rule of the same request requires the same.';
  }
  const { calls, whole } = combined(fieldsRead(condition), domain, listable);
  if (!whole) return undefined;
  const other = requestDomain(sideOf(contract), rule.operation);
  // Other mistakes of a call are found by other rules in both contracts.
  const beside = (call: Invocation) => domain.requests.broken(call).some(({ id }) => id !== condition.id);
  const same = (call: Invocation) =>
    beside(call) || decides(condition, domain, call) === decides(condition, other, call);
  return calls.every(same) ? 'Its result is the same for every input that other rules accept.' : undefined;
}

/** Why it is open: the documents do not settle whether the calls with a different verdict are valid. */
export function openConditions(right: Side, { rule, contract }: Mutant): string | undefined {
  if (rule.kind !== 'condition') return undefined;
  const domain = requestDomain(right, rule.operation);
  const other = requestDomain(sideOf(contract), rule.operation);
  const condition = domain.operation.conditions.find(({ id }) => id === rule.subject);
  if (!condition) return undefined;
  const { calls } = combined(fieldsRead(condition), domain, listable);
  const moved = calls.filter((call) => decides(condition, domain, call) !== decides(condition, other, call));
  const isOpen = (call: Invocation) =>
    domain.requests.broken(call).some(({ status }) => /^(unknown|conflict)$/.test(status));
  if (moved.length === 0 || !moved.every(isOpen)) return undefined;
  return 'The documents leave open, or contradict each other on, whether the calls are valid for which its result differs.';
}

function decides({ id }: Condition, { requests }: RequestDomain, call: Invocation): boolean {
  return requests.broken(call).some((each) => each.id === id);
}

/** The fields that a rule reads, each once. */
export function fieldsRead({ must, when }: Condition): readonly FieldPath[] {
  const fields = [...readsOf(must.tree), ...(when ? readsOf(when.tree) : [])].filter(({ length }) => length > 1);
  return [...new Map(fields.map((field) => [field.join('.'), field])).values()];
}

/**
 * True if a rule without its condition requires nothing new: where it did not apply, another rule requires the same.
 *
 * The schema requires all parts of its condition but one, and the other rule has the opposite of that part as condition.
 */
function isTakenOver(condition: Condition, changed: Condition, domain: RequestDomain): boolean {
  const { when, must, error } = condition;
  if (!when || changed.when || !isDeepStrictEqual(changed.must.tree, must.tree)) return false;
  const open = conjunctsOf(when.tree).filter((part) => !isAskedAnyhow(part, domain));
  const [only] = open;
  if (!only || open.length > 1) return false;
  return domain.operation.conditions.some((other) => {
    if (other === condition || !other.when || other.error !== error) return false;
    if (!isDeepStrictEqual(other.must.tree, must.tree)) return false;
    const rest = conjunctsOf(other.when.tree).filter((part) => !isAskedAnyhow(part, domain));
    return rest.length === 1 && rest[0] !== undefined && isOpposite(only, rest[0]);
  });
}

/** True for the negation of an expression, written with `!`, or with `!=` in place of `==`. */
function isOpposite(one: Expression, other: Expression): boolean {
  if (isDeepStrictEqual(other, { op: 'not', value: one })) return true;
  return one.op === 'binary' && one.name === '==' && isDeepStrictEqual(other, { ...one, name: '!=' });
}

function conjunctsOf(tree: Expression): readonly Expression[] {
  return tree.op === 'binary' && tree.name === '&&' ? [...conjunctsOf(tree.left), ...conjunctsOf(tree.right)] : [tree];
}

/** True for an expression that asks whether a field is a key of the catalog that its schema names. */
function isAskedAnyhow(tree: Expression, { operation, material }: RequestDomain): boolean {
  const [name, key] = tree.op === 'call' && tree.name === 'known' ? tree.args : [];
  const field = key && fieldOf(key);
  if (name?.op !== 'string' || !field) return false;
  return shapeOfField(operation, field, material.validator.shapes)?.catalog === name.value;
}
