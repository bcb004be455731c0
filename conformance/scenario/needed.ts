import type { Formula, Scenario, Step } from '../contract/contract.ts';
import { readsName } from '../oracle/reads.ts';
import { formulasIn } from './bindings.ts';

/**
 * The steps of a scenario that some of its expectations need: those up to the last result that one of them reads.
 *
 * Reading the ledger changes nothing, so such a step is left out where neither they nor these steps read its result.
 */
export function stepsNeeded({ steps, expects }: Scenario, isSelected: (id: string) => boolean): readonly Step[] {
  const formulas = expects
    .filter(({ id }) => isSelected(id))
    .flatMap(({ when, must }) => (when ? [when, must] : [must]));
  const last = steps.findLastIndex((step) => isRead(step, formulas));
  const until = steps.slice(0, last + 1);
  const read = [...formulas, ...formulasIn(until)];
  return until.filter((step) => !step.ledger || isRead(step, read));
}

function isRead({ as: name }: Step, formulas: readonly Formula[]): boolean {
  return name !== undefined && formulas.some(({ tree }) => readsName(tree, name));
}
