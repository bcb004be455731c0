import type { Outcome, Run } from '../check/check.ts';
import { oncePerRun, remember } from '../check/once-per-run.ts';
import { type TracedCall, traced, turnsOf } from '../check/trace.ts';
import type { Machine } from '../contract/contract.ts';
import type { Breach } from './commands.ts';
import { explore, findShortest } from './explore.ts';
import { invariantMismatch } from './invariant-check.ts';

const explorations = oncePerRun(async () => new Map<string, Promise<Breach | undefined>>());
const searches = oncePerRun(async () => new Map<string, Promise<Breach | undefined>>());

/** Calls to a job within which a shorter way to a finding is looked for. */
const far = 5;

/**
 * Judges a rule of a machine by its own check, and by random sequences with a model beside them.
 *
 * A finding comes with the calls that show it: those of the shortest sequence that breaks the rule.
 */
export async function checkWithModel(
  run: Run,
  machine: Machine,
  rule: string,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await traced(async (trace) => withSequence(await check(), trace.calls));
  if (outcome.verdict !== 'pass' && outcome.verdict !== 'fail') return outcome;
  if (outcome.verdict === 'pass') return (await exploredFault(run, machine, rule)) ?? outcome;
  if (run.verdictsOnly) return outcome;
  // What stops the search is no reason to doubt what the check has seen.
  const found = await shortestFault(run, machine, rule).catch(() => undefined);
  if (!found || lengthOf(found) >= lengthOf(outcome)) return outcome;
  return { ...found, detail: `${outcome.detail} ${found.detail}` };
}

/** The finding that random sequences made for a rule of a machine; each machine is explored once a run. */
async function exploredFault(run: Run, machine: Machine, rule: string): Promise<Fail | undefined> {
  const known = await explorations(run);
  const breach = await (known.get(machine.id) ?? remember(known, machine.id, () => explore(run, machine)));
  return breach?.rule === rule ? faultOf(run, breach) : undefined;
}

/** The same by the shortest sequence, for a rule that is known to be broken. */
async function shortestFault(run: Run, machine: Machine, rule: string): Promise<Fail | undefined> {
  const known = await searches(run);
  const breach = await (known.get(rule) ?? remember(known, rule, () => findShortest(run, machine, rule, far)));
  return breach && faultOf(run, breach);
}

function faultOf(run: Run, { steps, invariant, expected, actual, sighting, sequence }: Breach): Fail {
  const story = steps.map((step, index) => `${index + 1}. ${step.trim()}`).join(' ');
  if (!invariant) {
    return { verdict: 'fail', detail: `After: ${story}`, expected, actual, exchange: sighting.exchange, sequence };
  }
  const mismatch = invariantMismatch(run, invariant, sighting);
  return { ...mismatch, detail: `${mismatch.detail} After: ${story}`, sequence };
}

type Fail = Extract<Outcome, { verdict: 'fail' }>;

function withSequence(outcome: Outcome, sequence: readonly TracedCall[]): Outcome {
  return outcome.verdict === 'fail' ? { sequence, ...outcome } : outcome;
}

function lengthOf(outcome: Outcome): number {
  return outcome.verdict === 'fail' ? turnsOf(outcome.sequence ?? []) : 0;
}
