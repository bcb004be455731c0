/** Mutants that no deployment can be blamed for, each with an argument that can be checked. */

import { conditionCases } from '#conformance/arbitraries/condition-cases.ts';
import { type Part, rootOf, schemaOf, withPart } from '#conformance/arbitraries/fields.ts';
import { createMaterial, minimal } from '#conformance/arbitraries/minimal.ts';
import { pointsOf } from '#conformance/arbitraries/points.ts';
import { createRequests } from '#conformance/arbitraries/requests.ts';
import { absent, place, sitesOf } from '#conformance/arbitraries/route.ts';
import type { Invocation } from '#conformance/check.ts';
import type { Contract, Formula, Operation, Rule } from '#conformance/contract.ts';
import type { Mutant } from '#conformance/mutants/mutant.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { toMicro } from '#conformance/oracle/exact.ts';
import { type Side, sideOf } from './realise/pair.ts';
import { variationOf } from './realise/variations.ts';
import { sameCharges } from './same-charge.ts';

/** The reason why no deployment can be blamed for keeping to a mutant; `undefined` where it can. */
export function equivalence(right: Side, mutant: Mutant): string | undefined {
  const { rule } = mutant;
  if (rule.unobservable !== undefined) return `No black-box run can see it: ${rule.unobservable}`;
  if (rule.tier === 'none') return 'The documents leave it open.';
  if (rule.tier === 'info') return 'The documents leave it to the deployment; the specification assumes one choice.';
  if (rule.status === 'conflict')
    return 'The documents contradict each other here, and it may be another of their sides.';
  if (rule.kind === 'price') return samePrice(right, mutant);
  if (rule.kind === 'condition') return sameConditions(right, mutant);
  if (rule.kind === 'request') return sameRequests(right, mutant);
  if (rule.kind === 'response') return sameAnswers(right, mutant);
  if (rule.kind === 'transition') return doneOnce(right.contract, mutant);
  return undefined;
}

/** The operation of a contract with what is known of its requests. */
function realmOf({ contract, judge, evaluator }: Side, id: string | undefined) {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`The contract has no operation "${id}".`);
  const material = createMaterial(contract, judge, evaluator.catalogs);
  return { operation, material, evaluator, requests: createRequests(operation, evaluator, material) };
}

function samePrice(right: Side, { rule, contract, unread }: Mutant): string | undefined {
  const realm = realmOf(right, rule.operation);
  const { price: use, auth } = realm.operation;
  const price = use && right.evaluator.price(use);
  if (price?.kind === 'metered') {
    return sameCharges(right, contract, realm.operation)
      ? 'Rates are the deployment’s own, and some explain every charge by the changed price.'
      : undefined;
  }
  if (!use || !price || auth !== 'payment') return undefined;
  const all = pointsOf(use, realm, [], 1);
  const calls = all.calls.filter((call) => right.evaluator.tellsPrice(use, realm.requests.environment(call)));
  const agrees = (other: Contract) => agreeing(right, sideOf(other), realm.operation, calls);
  if (all.whole && agrees(contract)) {
    return 'Every call of the whole domain has a price that the documents allow (a rounding that they leave open goes either way).';
  }
  if (unread && agrees(unread)) return 'No call whose price the documents give reads what was changed.';
  const sides = all.whole ? price.sides : [];
  if (sides.some((side) => agreeing(right, sideOf(contract), realm.operation, calls, side))) {
    return 'It is another side of what the documents contradict each other in.';
  }
  const { rounding, roundingStatus } = price;
  const changed = contract.prices[useIn(contract, realm.operation)?.id ?? ''];
  const open = roundingStatus === 'assumed' || roundingStatus === 'unknown';
  if (open && changed && changed.rounding !== rounding) return 'The documents leave the rounding open.';
  return undefined;
}

function useIn(contract: Contract, operation: Operation) {
  return contract.operations.find(({ id }) => id === operation.id)?.price;
}

/** True when every call costs by the other contract what one may charge for it by the right one. */
function agreeing(
  right: Side,
  other: Side,
  operation: Operation,
  calls: readonly Invocation[],
  side?: Formula,
): boolean {
  const { price: use } = operation;
  const changed = useIn(other.contract, operation);
  if (!use || !changed || calls.length === 0) return false;
  const price = right.evaluator.price(use);
  const stated = price.roundingStatus === 'stated' || price.roundingStatus === 'derived';
  const modes = stated ? [price.rounding] : ([price.rounding, 'up', 'down'] as const);
  const { requests } = realmOf(right, operation.id);
  return calls.every((call) => {
    const environment = requests.environment(call);
    try {
      const amount = other.evaluator.micro(changed, environment);
      return modes.some((mode) => toMicro(right.evaluator.usd(use, environment, side), mode) === amount);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  });
}

/** Cases that a rule across fields is tried with: every combination of listed values and bounds of what it reads. */
function sameConditions(right: Side, { rule, contract, unread }: Mutant): string | undefined {
  const realm = realmOf(right, rule.operation);
  const condition = realm.operation.conditions.find(({ id }) => id === rule.subject);
  if (!condition) return undefined;
  const changed = contract.operations.flatMap(({ conditions }) => conditions.filter(({ id }) => id === condition.id));
  const widened = condition.when !== undefined && changed.some(({ when }) => when === undefined);
  const breaks = (call: Invocation) => realm.requests.broken(call).includes(condition);
  const { breaking, keeping, exempt } = conditionCases(condition, realm, breaks, 1);
  if (widened) {
    return keeping.length > 0 && exempt.length === 0 ? 'It applies to every call that other rules allow.' : undefined;
  }
  if (!unread) return undefined;
  const other = realmOf(sideOf(unread), rule.operation);
  const same = (call: Invocation) => other.requests.broken(call).some(({ id }) => id === condition.id) === breaks(call);
  return [...breaking, ...keeping, ...exempt].every(same) ? 'The rule does not read what was changed.' : undefined;
}

/** A value of each JSON type, and none. */
const kinds: readonly unknown[] = [absent, null, true, false, 0, 1, 7.5, '', 'x', '1', 'true', [], ['x'], {}, { a: 1 }];

/** Operators that let in other kinds of values, of which there are few. */
const ofKind = new Set(['type', 'presence', 'keyword']);

/** True to type: whatever was let in, another rule of the same request refuses. */
function sameRequests(right: Side, { rule, contract, operator }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (!where || !isPart(where.in)) return undefined;
  if (operator === 'bound') return refusedAnyhow(right, rule, where.in);
  if (!ofKind.has(operator)) return undefined;
  const part = where.in;
  const realm = realmOf(right, rule.operation);
  const other = realmOf(sideOf(contract), rule.operation);
  const schema = schemaOf(realm.operation, part);
  if (!schema) return undefined;
  const calls = sitesOf(schema, where.path, realm.material).flatMap((site) =>
    [...kinds, minimal(site.shape, realm.material)].flatMap((kind) => {
      const placed = place(realm.requests.base[part], site, kind, realm.material);
      return placed ? [withPart(realm.requests.base, part, placed.value)] : [];
    }),
  );
  // Where no right value is allowed either, something else is wrong with the calls.
  if (!calls.some((call) => realm.requests.allows(call))) return undefined;
  if (calls.some((call) => realm.requests.allows(call) !== other.requests.allows(call))) return undefined;
  return 'Other rules of the same request refuse every kind of value that was let in.';
}

/** A field that no allowed call has, whatever it holds and whatever the others are: how far its bound is off says nothing. */
function refusedAnyhow(right: Side, rule: Rule, part: Part): string | undefined {
  const realm = realmOf(right, rule.operation);
  const schema = schemaOf(realm.operation, part);
  const path = rule.schema?.path ?? [];
  if (!schema) return undefined;
  const calls = sitesOf(schema, path, realm.material).flatMap((site) => {
    const placed = place(realm.requests.base[part], site, minimal(site.shape, realm.material), realm.material);
    return placed ? [withPart(realm.requests.base, part, placed.value)] : [];
  });
  const fitting = calls.filter(realm.requests.fits);
  const pinned = [rootOf[part], ...path].join('.');
  if (fitting.length === 0 || fitting.some((call) => realm.requests.mend(call, pinned))) return undefined;
  return 'Another rule refuses every request that has the field, whatever it holds.';
}

function isPart(where: string): where is Part {
  return where === 'body' || where === 'query' || where === 'params';
}

/** True to schema: no answer like the smallest of each form differs in one place and keeps the wrong contract alone. */
function sameAnswers(right: Side, { rule, contract }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (where?.in !== 'response') return undefined;
  const schemaIn = ({ operations }: Contract) =>
    operations.find(({ id }) => id === rule.operation)?.responses.find(({ http }) => http === where.status)?.schema;
  const [old, changed] = [schemaIn(right.contract), schemaIn(contract)];
  if (!old || !changed) return undefined;
  const { material } = realmOf(right, rule.operation);
  const { judge } = sideOf(contract);
  const samples = right.judge
    .shapes(old)
    .map((shape) => minimal(shape, material))
    .filter((sample) => right.judge.valid(old, sample) && variationOf(sample, where.path, () => true));
  const differs = (each: unknown) => !right.judge.valid(old, each) && judge.valid(changed, each);
  if (samples.length === 0 || samples.some((sample) => variationOf(sample, where.path, differs))) return undefined;
  return 'The form of the answer is chosen by what was changed, so that an answer with another value has another form.';
}

/** Effects other than settling change nothing when they happen again, nor, for a payment, when they do not happen. */
function doneOnce(right: Contract, { contract, rule }: Mutant): string | undefined {
  const find = ({ machines }: Contract) =>
    Object.values(machines).flatMap(({ transitions }) => transitions.filter(({ id }) => id === rule.id));
  const [before, after] = [find(right)[0], find(contract)[0]];
  if (!before || !after || after.to !== before.to || after.on !== before.on) return undefined;
  const settles = (effect: string) => effect.startsWith('settle');
  const more = after.effects.filter((effect, index) => after.effects.indexOf(effect) !== index);
  if (more.length > 0 && !more.some(settles)) {
    return 'What was given back cannot be given back again, so that doing it twice is doing it once.';
  }
  const fewer = before.effects.filter((effect) => !after.effects.includes(effect));
  if (right.host.auth === 'x402' && fewer.length > 0 && !fewer.some(settles)) {
    return 'Nothing is charged either way; whether an authorization may be used again the documents leave open.';
  }
  return undefined;
}
