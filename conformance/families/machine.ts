import type { Family } from '../check/family.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { NotTestable } from '../http/interruption.ts';
import { checkWithModel } from '../machine/check-with-model.ts';
import { checkInvariant } from '../machine/invariant-check.ts';
import { checkTransition } from '../machine/transition-check.ts';
import { scenarioFamily } from './scenario.ts';

/** Transitions: each is caused on a job of its own, then tried in random sequences against a model. */
export const transitionFamily: Family = {
  kind: 'transition',
  alone: () => true,
  async check(rule, run) {
    for (const machine of Object.values(run.contract.machines)) {
      const transition = machine.transitions.find(({ id }) => id === rule.id);
      if (!transition) continue;
      if (transition.shownBy !== undefined) return judgeByScenario(run, transition.shownBy);
      return checkWithModel(run, machine, rule.id, () => checkTransition(run, machine, transition));
    }
    return { verdict: 'error', detail: `There is no transition "${rule.id}".` };
  },
};

/** Judges a transition that only certain calls cause by the expectation of the scenario that makes them. */
async function judgeByScenario(run: Run, id: string): Promise<Outcome> {
  const expectation = run.contract.rules.find((rule) => rule.id === id);
  if (!expectation) throw new NotTestable('open', `This host has no scenario that shows the transition: ${id}.`);
  return scenarioFamily.check(expectation, run);
}

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
