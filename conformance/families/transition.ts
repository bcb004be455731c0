import type { Family } from '../check.ts';
import { exploredFault } from '../machine/explored.ts';
import { checkTransition } from '../machine/transition-check.ts';

/** Transitions: caused one by one on jobs of their own, then met again in random sequences with a model beside them. */
export const transitionFamily: Family = {
  kind: 'transition',
  alone: () => true,
  async check(rule, run) {
    for (const machine of Object.values(run.contract.machines)) {
      const transition = machine.transitions.find(({ id }) => id === rule.id);
      if (!transition) continue;
      const outcome = await checkTransition(run, machine, transition);
      return outcome.verdict === 'pass' ? ((await exploredFault(run, machine, rule.id)) ?? outcome) : outcome;
    }
    return { verdict: 'error', detail: `There is no transition "${rule.id}".` };
  },
};
