import type { Family } from '../check/family.ts';
import { checkWithModel } from '../machine/check-with-model.ts';
import { checkInvariant } from '../machine/invariant-check.ts';

/** A condition that every response keeps while a job is in certain states. */
export const invariantFamily: Family = {
  kind: 'invariant',
  alone: () => true,
  async check(rule, run) {
    for (const machine of Object.values(run.contract.machines)) {
      const invariant = machine.always.find(({ id }) => id === rule.id);
      if (!invariant) continue;
      return checkWithModel(run, machine, rule.id, () => checkInvariant(run, machine, invariant));
    }
    return { verdict: 'error', detail: `There is no invariant "${rule.id}".` };
  },
};
