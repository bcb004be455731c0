import type { Formula, Scenario, Step } from '../contract/contract.ts';
import { readsName } from '../oracle/reads.ts';
import { formulasIn } from './bindings.ts';

/**
 * The steps of a story that some of its expectations are read off: those up to the last result that one of them reads.
 *
 * A look at the ledger changes nothing, so that one which neither they nor these steps read is left out as well.
 */
export function stepsNeeded({ steps, expects }: Scenario, asked: (id: string) => boolean): readonly Step[] {
  const formulas = expects.filter(({ id }) => asked(id)).flatMap(({ when, must }) => (when ? [when, must] : [must]));
  const last = steps.findLastIndex((step) => isRead(step, formulas));
  const until = steps.slice(0, last + 1);
  const read = [...formulas, ...formulasIn(until)];
  return until.filter((step) => !step.ledger || isRead(step, read));
}

function isRead({ as: name }: Step, formulas: readonly Formula[]): boolean {
  return name !== undefined && formulas.some(({ tree }) => readsName(tree, name));
}
