import { oncePerRun, remembered } from '../check/once-per-run.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Machine } from '../contract/contract.ts';
import { type TracedCall, traced, turnsOf } from '../http/trace.ts';
import type { ModelMismatch } from './commands.ts';
import { explore, findShortest } from './explore.ts';
import { invariantMismatch } from './invariant-check.ts';

const explorations = oncePerRun(async () => new Map<string, Promise<ModelMismatch | undefined>>());
const searches = oncePerRun(async () => new Map<string, Promise<ModelMismatch | undefined>>());

/** Calls to a job within which a shorter way to a finding is looked for. */
const maxCalls = 5;

/**
 * Judges a rule of a machine by its own check, and by random sequences against a model.
 *
 * A finding has the calls of the shortest sequence that breaks the rule.
 */
export async function checkWithModel(
  run: Run,
  machine: Machine,
  rule: string,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await traced(async (trace) => withSequence(await check(), trace.calls));
  if (outcome.verdict !== 'pass' && outcome.verdict !== 'fail') return outcome;
  if (outcome.verdict === 'pass') return (await exploredFailure(run, machine, rule)) ?? outcome;
  if (run.verdictsOnly) return outcome;
  // An interrupted search does not change what the check has found.
  const found = await shortestFailure(run, machine, rule).catch(() => undefined);
  if (!found || lengthOf(found) >= lengthOf(outcome)) return outcome;
  return { ...found, detail: `${outcome.detail} ${found.detail}` };
}

/** The finding of random sequences for a rule of a machine; each machine is explored once a run. */
async function exploredFailure(run: Run, machine: Machine, rule: string): Promise<Fail | undefined> {
  const known = await explorations(run);
  const mismatch = await remembered(known, machine.id, () => explore(run, machine));
  return mismatch?.rule === rule ? failureOf(run, mismatch) : undefined;
}

/** The finding of the shortest sequence, for a rule that is known to fail. */
async function shortestFailure(run: Run, machine: Machine, rule: string): Promise<Fail | undefined> {
  const known = await searches(run);
  const mismatch = await remembered(known, rule, () => findShortest(run, machine, rule, maxCalls));
  return mismatch && failureOf(run, mismatch);
}

function failureOf(run: Run, { steps, invariant, expected, actual, observation, sequence }: ModelMismatch): Fail {
  const sequenceText = steps.map((step, index) => `${index + 1}. ${step.trim()}`).join(' ');
  if (!invariant) {
    return {
      verdict: 'fail',
      detail: `After: ${sequenceText}`,
      expected,
      actual,
      exchange: observation.exchange,
      sequence,
    };
  }
  const mismatch = invariantMismatch(run, invariant, observation);
  return { ...mismatch, detail: `${mismatch.detail} After: ${sequenceText}`, sequence };
}

type Fail = Extract<Outcome, { verdict: 'fail' }>;

function withSequence(outcome: Outcome, sequence: readonly TracedCall[]): Outcome {
  return outcome.verdict === 'fail' ? { sequence, ...outcome } : outcome;
}

function lengthOf(outcome: Outcome): number {
  return outcome.verdict === 'fail' ? turnsOf(outcome.sequence ?? []) : 0;
}
