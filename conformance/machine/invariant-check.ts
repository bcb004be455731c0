import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Invariant, Machine } from '../contract/contract.ts';
import { traced } from '../http/trace.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { readingsOf } from '../scenario/readings.ts';
import { driveTo } from './drive.ts';
import { type Observation, startJob } from './job.ts';

/** Brings a job into each state of an invariant and judges the poll response there. */
export async function checkInvariant(run: Run, machine: Machine, invariant: Invariant): Promise<Outcome> {
  for (const state of invariant.in) {
    const { observation, sequence } = await traced(async ({ calls }) => ({
      observation: await driveTo(run, await startJob(run, machine), state),
      sequence: calls,
    }));
    // The upstream may have moved on by itself; another state of the invariant is as good.
    if (!observation.state || !invariant.in.includes(observation.state)) {
      return {
        verdict: 'error',
        detail: `The job did not reach the state ${state}; its state is ${observation.state ?? 'unknown'}.`,
      };
    }
    if (!keeps(run, invariant, observation)) return { ...invariantMismatch(run, invariant, observation), sequence };
  }
  return { verdict: 'pass', detail: `States visited: ${invariant.in.join(', ')}.` };
}

/** True unless a response shows one of the invariant's states and breaks it. */
export function keeps(run: Run, invariant: Invariant, observation: Observation): boolean {
  if (!observation.state || !invariant.in.includes(observation.state)) return true;
  try {
    return run.evaluator.holds(invariant.then, environmentOf(observation));
  } catch (error) {
    // A field that the response lacks has no value, so no condition about it is true.
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** The finding of a response that breaks an invariant. */
export function invariantMismatch(
  run: Run,
  { then }: Invariant,
  observation: Observation,
): Extract<Outcome, { verdict: 'fail' }> {
  return {
    verdict: 'fail',
    detail: `A job in state ${observation.state} breaks the invariant: ${then.text}.`,
    expected: then.text,
    actual: readingsOf(then, run.evaluator, environmentOf(observation)),
    exchange: observation.exchange,
  };
}

function environmentOf({ exchange }: Observation) {
  const { json, status, headers } = exchange.received;
  return { response: json ?? null, status, headers };
}
