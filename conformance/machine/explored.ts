import type { Outcome, Run } from '../check.ts';
import type { Machine } from '../contract.ts';
import { oncePerRun } from '../once-per.ts';
import { type Counterexample, explore } from './explore.ts';
import { invariantFault } from './invariant-check.ts';

const explorations = oncePerRun(async () => new Map<string, Promise<Counterexample | undefined>>());

/** The finding that random sequences made for a rule of a machine; each machine is explored once a run. */
export async function exploredFault(run: Run, machine: Machine, rule: string): Promise<Outcome | undefined> {
  const known = await explorations(run);
  const exploration = known.get(machine.id) ?? explore(run, machine);
  known.set(machine.id, exploration);
  const found = await exploration;
  if (found?.breach.rule !== rule) return undefined;
  const { breach, steps } = found;
  const story = steps.map((step, index) => `${index + 1}. ${step.trim()}`).join(' ');
  if (breach.invariant) {
    const fault = invariantFault(run, breach.invariant, breach.sighting);
    return { ...fault, detail: `${fault.detail} After: ${story}` };
  }
  const { expected, actual, sighting } = breach;
  return { verdict: 'fail', detail: `After: ${story}`, expected, actual, exchange: sighting.exchange };
}
