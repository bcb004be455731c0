/** Finds the mutants that no deployment can be blamed for, each with a reason that can be checked. */

import { minimal } from '#conformance/arbitraries/minimal.ts';
import type { Contract, Rule, Transition } from '#conformance/contract/contract.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { variationOf } from '../apply/variations.ts';
import { isAsserted } from '../trial.ts';
import type { Excuse } from '../verdict.ts';
import { openConditions, sameConditions } from './conditions.ts';
import { servedByAnother } from './paths.ts';
import { samePrice } from './prices.ts';
import { requestDomain } from './request-domain.ts';
import { contradictedRequests, nullForNothing, sameRequests } from './requests.ts';

/** Why no deployment can be blamed for a mutant; `undefined` if one can. */
export function excuse(right: Side, mutant: Mutant): Excuse | undefined {
  const { unobservable, tier } = mutant.rule;
  if (unobservable !== undefined)
    return { verdict: 'unobservable', reason: `No black-box run can see it: ${unobservable}` };
  if (tier === 'none') return { verdict: 'open', reason: 'The documents leave it open.' };
  if (tier === 'info') {
    return {
      verdict: 'open',
      reason: 'The documents leave it to the deployment; the specification assumes one choice.',
    };
  }
  if (isOfOpenLine(right.contract, mutant.contract)) {
    return { verdict: 'open', reason: 'The documents do not state the catalog entry that was changed.' };
  }
  const reason = equivalence(right, mutant);
  if (reason !== undefined) return { verdict: 'equivalent', reason };
  const open = contradictedRequests(right, mutant) ?? nullForNothing(right, mutant) ?? openConditions(right, mutant);
  return open === undefined ? undefined : { verdict: 'open', reason: open };
}

/** True if the catalogs differ only in entries that the documents do not state. */
function isOfOpenLine({ catalogs }: Contract, other: Contract): boolean {
  const changed = Object.values(catalogs).flatMap(({ id, entries }) =>
    entries.filter((entry, index) => other.catalogs[id]?.entries[index] !== entry),
  );
  return changed.length > 0 && changed.every(({ status }) => status === 'assumed' || status === 'unknown');
}

function equivalence(right: Side, mutant: Mutant): string | undefined {
  switch (mutant.rule.kind) {
    case 'price':
    case 'condition':
      return readsSame(right, mutant);
    case 'request':
      return sameRequests(right, mutant);
    case 'response':
      return sameAnswers(right, mutant);
    case 'transition':
      return doneOnce(right.contract, mutant);
    case 'operation':
      return servedByAnother(right, mutant);
    default:
      return undefined;
  }
}

/** The reason of the rule itself, if every other rule that reads the changed place has one too. */
function readsSame(right: Side, mutant: Mutant): string | undefined {
  const reasonFor = (rule: Rule) =>
    rule.kind === 'price' ? samePrice(right, { ...mutant, rule }) : sameConditions(right, { ...mutant, rule });
  const asserted = (mutant.others ?? []).filter(isAsserted);
  const reason = reasonFor(mutant.rule);
  return reason !== undefined && asserted.every((rule) => reasonFor(rule) !== undefined) ? reason : undefined;
}

/** Why no response differs: no small change of the smallest responses is valid only by the wrong contract. */
function sameAnswers(right: Side, { rule, contract }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (where?.in !== 'response') return undefined;
  const schemaIn = ({ operations }: Contract) =>
    operations.find(({ id }) => id === rule.operation)?.responses.find(({ http }) => http === where.status)?.schema;
  const [old, changed] = [schemaIn(right.contract), schemaIn(contract)];
  if (!old || !changed) return undefined;
  const { material } = requestDomain(right, rule.operation);
  const { judge } = sideOf(contract);
  const samples = right.judge
    .shapes(old)
    .map((shape) => minimal(shape, material))
    .filter((sample) => right.judge.valid(old, sample) && variationOf(sample, where.path, () => true));
  const differs = (each: unknown) => !right.judge.valid(old, each) && judge.valid(changed, each);
  if (samples.length === 0 || samples.some((sample) => variationOf(sample, where.path, differs))) return undefined;
  return 'The changed field selects the variant of the response, so that a different value selects a different variant.';
}

/** Why a changed transition shows nothing: only settling has a visible effect when it is repeated or left out. */
function doneOnce(right: Contract, { contract, rule }: Mutant): string | undefined {
  const find = ({ machines }: Contract) =>
    Object.values(machines).flatMap(({ transitions }) => transitions.filter(({ id }) => id === rule.id));
  const [before, after] = [find(right)[0], find(contract)[0]];
  const settles = (effect: string) => effect.startsWith('settle');
  if (!before) return undefined;
  if (!after) {
    const [from, ...others] = before.from;
    const idle = others.length === 0 && from === before.to && !before.effects.some(settles);
    return idle ? 'It ends in the state where it begins and charges nothing, so that no client can see it.' : undefined;
  }
  if (after.on !== before.on) return undefined;
  if (after.to !== before.to) return sameState(right, before.to, after.to);
  const more = after.effects.filter((effect, index) => after.effects.indexOf(effect) !== index);
  if (more.length > 0 && !more.some(settles)) {
    return 'A release cannot happen twice, so that doing it twice is doing it once.';
  }
  const fewer = before.effects.filter((effect) => !after.effects.includes(effect));
  if (right.host.auth === 'x402' && fewer.length > 0 && fewer.every((effect) => effect === 'release')) {
    return 'Nothing is charged either way; the documents leave open whether an authorization may be reused.';
  }
  return undefined;
}

/** Why two states look the same: no response tells them apart, or one may follow the other at once. */
function sameState({ machines, rules }: Contract, one: string, other: string): string | undefined {
  const machine = Object.values(machines).find(
    ({ states }) => Object.hasOwn(states, one) && Object.hasOwn(states, other),
  );
  if (!machine || machine.reads.state !== undefined) return undefined;
  const isOpen = ({ id }: Transition) => rules.find((rule) => rule.id === id)?.tier === 'none';
  const followed = machine.transitions.filter((each) => each.from.includes(one) && isOpen(each)).map(({ to }) => to);
  const ends = (state: string) => machine.states[state]?.final === true;
  if (![one, ...followed].some((state) => state === other || (ends(state) && ends(other)))) return undefined;
  return 'No response shows which of the two final states it is, or the documents leave open when one follows the other.';
}
