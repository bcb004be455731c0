import type { Family, Outcome, Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import { checkWithModel } from '../machine/explored.ts';
import { checkTransition } from '../machine/transition-check.ts';
import { scenarioFamily } from './scenario.ts';

/** Transitions: caused one by one on jobs of their own, then met again in random sequences with a model beside them. */
export const transitionFamily: Family = {
  kind: 'transition',
  alone: () => true,
  async check(rule, run) {
    for (const machine of Object.values(run.contract.machines)) {
      const transition = machine.transitions.find(({ id }) => id === rule.id);
      if (!transition) continue;
      if (transition.shownBy !== undefined) return judgeStory(run, transition.shownBy);
      return checkWithModel(run, machine, rule.id, () => checkTransition(run, machine, transition));
    }
    return { verdict: 'error', detail: `There is no transition "${rule.id}".` };
  },
};

/** A transition that only certain calls bring about is what the story that makes them expects. */
async function judgeStory(run: Run, id: string): Promise<Outcome> {
  const story = run.contract.rules.find((rule) => rule.id === id);
  if (!story) throw new NotTestable(`This host has no story that shows it: ${id}.`);
  return scenarioFamily.check(story, run);
}
