/** Mutants that no deployment can be blamed for, each with an argument that can be checked. */

import type { Contract, Rule } from '#conformance/contract/contract.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import type { Side } from '../apply/contracts.ts';
import { isAsserted } from '../trial.ts';
import type { Excused } from '../verdict.ts';
import { openConditions, sameConditions } from './conditions.ts';
import { doneOnce } from './machines.ts';
import { servedByAnother } from './paths.ts';
import { samePrice } from './prices.ts';
import { contradictedRequests, nullForNothing, sameRequests } from './requests.ts';
import { sameAnswers } from './responses.ts';

/** Why no deployment can be blamed for keeping to a mutant; `undefined` where it can. */
export function excuse(right: Side, mutant: Mutant): Excused | undefined {
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

/** True where the tables differ in lines alone that the documents do not give. */
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

/** The reason of the rule itself, where every other rule that reads what was changed has one too. */
function readsSame(right: Side, mutant: Mutant): string | undefined {
  const reasonFor = (rule: Rule) =>
    rule.kind === 'price' ? samePrice(right, { ...mutant, rule }) : sameConditions(right, { ...mutant, rule });
  const asserted = (mutant.others ?? []).filter(isAsserted);
  const reason = reasonFor(mutant.rule);
  return reason !== undefined && asserted.every((rule) => reasonFor(rule) !== undefined) ? reason : undefined;
}
